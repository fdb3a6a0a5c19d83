// Generated from packages/rpc-server/schema/protocol.json by `pnpm gen`.

/** A JSON object whose members the protocol leaves open. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The protocol version that these types describe. */
export const protocolVersion = 1;

/** Numbers of JSON-RPC errors. */
export const rpcCodes = {
	parseError: -32700,
	invalidRequest: -32600,
	methodNotFound: -32601,
	invalidParams: -32602,
	internalError: -32603,
	notInitialized: -32002,
	domain: -32000,
	requestCancelled: -32800,
} as const;

/** Why a request failed, as the server says it in `error.data.code`; other codes may come. */
export type DomainErrorCode =
	| 'PARSE_ERROR'
	| 'INVALID_REQUEST'
	| 'METHOD_NOT_FOUND'
	| 'INVALID_PARAMS'
	| 'START_FAILED'
	| 'NOT_INITIALIZED'
	| 'ALREADY_INITIALIZED'
	| 'VERSION_MISMATCH'
	| 'FRAME_TOO_LARGE'
	| 'CANCELLED'
	| 'SESSION_NOT_FOUND'
	| 'SESSION_CLOSED'
	| 'SESSION_READ_ONLY'
	| 'SESSION_EXISTS'
	| 'SESSION_LOCKED'
	| 'SESSION_VERSION'
	| 'SESSION_DAMAGED'
	| 'STORE_WRITE_FAILED'
	| 'ENTRY_NOT_FOUND'
	| 'RUN_LOST'
	| 'PROMPT_MISMATCH'
	| 'NOTHING_TO_COMPACT'
	| 'COMPACTION_FAILED'
	| 'GOAL_NOT_FOUND'
	| 'GOAL_CONFLICT'
	| 'DENIED'
	| 'SESSION_BUSY'
	| 'TOOL_NOT_FOUND'
	| 'MODEL_NOT_FOUND'
	| 'PLUGIN_NOT_FOUND'
	| 'NOT_RELOADABLE'
	| 'INVALID_SETTING'
	| 'SETTINGS_NOT_WRITTEN'
	| 'COMMAND_NOT_FOUND'
	| 'COMMAND_FAILED'
	| 'LISTENER_FAILED'
	| 'HOOK_FAILED'
	| 'SHUTTING_DOWN'
	| 'DISCONNECTED'
	| 'CLIENT_FAILED'
	| 'INTERNAL';

/** Ends the run that is live. */
export interface AbortParams {
	readonly sessionId: string;
	readonly reason?: string;
}

/** What the abort did: whether a run was stopped, or a prompt before it ran, the tool calls that did not stop in time, and what still waits. */
export interface AbortResult {
	readonly stopped: boolean;
	readonly abandoned: readonly string[];
	readonly queued: readonly QueueItem[];
}

/** The client has taken all events of the session up to `seq`. */
export interface AckParams {
	readonly sessionId: string;
	readonly seq: number;
}

/** The last event of a run on every path. Messages that were never sent to this client stay ids. */
export interface AgentEnd {
	readonly type: 'agent_end';
	readonly newMessageIds: readonly string[];
	readonly newMessages: readonly Message[];
	readonly summary: RunSummary;
	readonly willRetry: boolean;
}

/** Reads AgentEnd from parsed JSON; members it does not know stay. */
export function parseAgentEnd(data: JsonObject): AgentEnd {
	const parsed: Record<string, unknown> = { ...data };
	parsed.newMessages = (data.newMessages as readonly unknown[]).map((item) => parseMessage(item as JsonObject));
	return parsed as unknown as AgentEnd;
}

/** A run begins. */
export interface AgentStart {
	readonly type: 'agent_start';
}

/** What a model answered. `stopReason` is absent while the message streams. */
export interface AssistantMessage {
	readonly role: 'assistant';
	readonly id: string;
	readonly timestamp: number;
	readonly content: readonly ContentBlock[];
	readonly model: ModelRef;
	readonly stopReason?: StopReason;
	readonly usage?: Usage;
}

/** Reads AssistantMessage from parsed JSON; members it does not know stay. */
export function parseAssistantMessage(data: JsonObject): AssistantMessage {
	const parsed: Record<string, unknown> = { ...data };
	parsed.content = (data.content as readonly unknown[]).map((item) => parseContentBlock(item as JsonObject));
	return parsed as unknown as AssistantMessage;
}

/** Subscribes the caller, in place of the subscription that it may have. Events after `afterSeq` are sent again, or one gap for those that are gone; from now on if absent. `seenSeq`: the newest event that the client has given on; no delta is merged up to it, so that those who had it are not given text twice. `types`: the only events that are sent. `snapshots` adds the message so far to each update, `chunks` the model's own. `windowBytes`: so much may be on its way until `session/ack`; `acknowledge`: one event at a time. `whenFull` is `gap` if absent. */
export interface AttachParams {
	readonly sessionId: string;
	readonly afterSeq?: number;
	readonly seenSeq?: number;
	readonly snapshots?: boolean;
	readonly chunks?: boolean;
	readonly types?: readonly string[];
	readonly windowBytes?: number;
	readonly acknowledge?: boolean;
	readonly whenFull?: WhenFull;
}

/** How trying again ended, as it really did: once for all tries of a call, with the last one's number, and once for each of a run's. */
export interface AutoRetryEnd {
	readonly type: 'auto_retry_end';
	readonly scope: RetryScope;
	readonly attempt: number;
	readonly success: boolean;
	readonly error?: ErrorInfo;
}

/** Something that failed is tried again after `delayMs`; `attempt` counts from 1. With the scope `call` it says what `retry` says. */
export interface AutoRetryStart {
	readonly type: 'auto_retry_start';
	readonly scope: RetryScope;
	readonly attempt: number;
	readonly maxAttempts: number;
	readonly delayMs: number;
	readonly error: ErrorInfo;
}

/** The conversation goes on from another entry; null stands for its beginning. */
export interface BranchChanged {
	readonly type: 'branch_changed';
	readonly from: string | null;
	readonly to: string | null;
}

/** What one run may spend: tokens of all kinds together, and US dollars as far as providers tell prices. It ends after the turn that reaches it. */
export interface Budget {
	readonly tokens?: number;
	readonly costUsd?: number;
}

/** A command of the client: lower-case words joined by `-`, `_` or `:`. With a `template` it makes a prompt of that, where `$ARGUMENTS` stands for all that was typed behind the name, `$1` to `$9` for its words and `$$` for a dollar; without one the client runs it. `argumentHint` says to a person what belongs behind its name. `timeoutMs` is what the client has to run it, 0 or absent for no limit. */
export interface ClientCommand {
	readonly name: string;
	readonly description: string;
	readonly argumentHint?: string;
	readonly template?: string;
	readonly timeoutMs?: number;
}

/** Who speaks. */
export interface ClientInfo {
	readonly name: string;
	readonly version?: string;
}

/** A tool that the client runs. `parameters` is a JSON Schema of an object. `concurrency`: a `parallel` one may run beside others, an `exclusive` one (so if absent) runs alone. `timeoutMs` is what a call may take, the server's usual if absent, 0 for no limit. `onInterjection` is what becomes of a running call when the person interjects: it may `finish` (so if absent), or is cancelled. A call that is cut short is cancelled at the client. With `preview` the client is asked by `tool/preview` what a call is about to do, before anybody judges it. */
export interface ClientTool {
	readonly name: string;
	readonly description: string;
	readonly parameters: JsonObject;
	readonly concurrency?: 'parallel' | 'exclusive';
	readonly timeoutMs?: number;
	readonly onInterjection?: 'finish' | 'cancel';
	readonly preview?: boolean;
}

/** What a client's command came to: a text to show, or nothing. */
export interface CommandAnswer {
	readonly text?: string;
}

/** The server runs a client's command; `args` is all that was typed behind its name. */
export interface CommandExecuteParams {
	readonly sessionId: string;
	readonly name: string;
	readonly args: string;
}

/** A command. `action`: it does something itself. `prompt`: it makes a prompt, which whoever runs it then asks. `argumentHint` says to a person what belongs behind its name. */
export interface CommandInfo {
	readonly name: string;
	readonly description: string;
	readonly argumentHint?: string;
	readonly plugin: string;
	readonly kind: 'action' | 'prompt';
}

/** The commands, in the load order of their plugins. */
export interface CommandList {
	readonly commands: readonly CommandInfo[];
}

/** What a command came to: `text` is to be shown if it is an `action`, and to be prompted if it is a `prompt`, which always has one. */
export interface CommandResult {
	readonly kind: 'action' | 'prompt';
	readonly text?: string;
}

/** Names a command, and what was typed behind its name. */
export interface CommandRunParams {
	readonly sessionId: string;
	readonly name: string;
	readonly args?: string;
}

/** The commands that there are now, by name. */
export interface CommandsChanged {
	readonly type: 'commands_changed';
	readonly commands: readonly string[];
}

/** Registers commands for one session, or for all sessions of this connection. */
export interface CommandsRegisterParams {
	readonly commands: readonly ClientCommand[];
	readonly sessionId?: string;
}

/** The names in force, and those refused. */
export interface CommandsRegisterResult {
	readonly accepted: readonly string[];
	readonly rejected: readonly Rejected[];
}

/** What the summary should heed, if anything. */
export interface CompactParams {
	readonly sessionId: string;
	readonly instructions?: string;
}

/** Why the model is to be shown less. */
export interface CompactPayload {
	readonly reason: CompactionReason;
}

/** The size of the next request before and after, in tokens, and the id of the message that stands for those left out. */
export interface CompactResult {
	readonly tokensBefore: number;
	readonly tokensAfter: number;
	readonly summaryId: string;
}

/** What the model is shown is shorter now, or as it was if there is an `error`. Sizes are those of the next request, in tokens. `summaryId` is the message that stands for those left out; absent where short forms of old ones were enough. */
export interface CompactionEnd {
	readonly type: 'compaction_end';
	readonly reason: CompactionReason;
	readonly tokensBefore: number;
	readonly tokensAfter?: number;
	readonly summaryId?: string;
	readonly error?: ErrorInfo;
}

/** What a summary is to stand for: the ids of the messages in order, and the bodies of those this connection was not sent; the summary of all before them, what a person asked to be heeded, and the summary that a plugin before has supplied. */
export interface CompactionPayload {
	readonly reason: CompactionReason;
	readonly messageIds: readonly string[];
	readonly messages: readonly Message[];
	readonly previousSummary?: string;
	readonly instructions?: string;
	readonly summary?: string;
}

/** Reads CompactionPayload from parsed JSON; members it does not know stay. */
export function parseCompactionPayload(data: JsonObject): CompactionPayload {
	const parsed: Record<string, unknown> = { ...data };
	parsed.messages = (data.messages as readonly unknown[]).map((item) => parseMessage(item as JsonObject));
	return parsed as unknown as CompactionPayload;
}

/** Why the model is shown less: by hand, because a request grew too large, or because the model refused one as too long. */
export type CompactionReason = 'manual' | 'threshold' | 'overflow';

/** When what the model is shown is made shorter, and by how much, in tokens. `enabled`: by itself (true if absent). `reserveTokens` must stay free of the model's window (16384 if absent, never more than half of it); `keepRecentTokens` of the newest messages stay as they are (20000 if absent). */
export interface CompactionSettings {
	readonly enabled?: boolean;
	readonly reserveTokens?: number;
	readonly keepRecentTokens?: number;
}

/** What the model is shown is being made shorter; history stays whole. */
export interface CompactionStart {
	readonly type: 'compaction_start';
	readonly reason: CompactionReason;
}

/** A summary, instead of asking the model for one. */
export interface CompactionSummary {
	readonly summary: string;
}

/** One part of a message, told apart by `type`. */
export type ContentBlock =
	| TextBlock
	| ThinkingBlock
	| ToolCallBlock
	| ImageBlock
	| OpaqueBlock
	| UnknownBlock;

/** What this version does not know of ContentBlock: `raw` is the object as it came, and what it becomes in JSON. */
export class UnknownBlock {
	readonly type = 'unknown';
	readonly originalType: string;
	readonly raw: JsonObject;

	constructor(raw: JsonObject) {
		this.originalType = String(raw.type);
		this.raw = raw;
	}

	toJSON(): JsonObject {
		return this.raw;
	}
}

/** Reads ContentBlock from parsed JSON; what it does not know it keeps. */
export function parseContentBlock(data: JsonObject): ContentBlock {
	switch (data.type) {
		case 'text':
		case 'thinking':
		case 'tool_call':
		case 'image':
		case 'opaque':
			return data as unknown as ContentBlock;
		default:
			return new UnknownBlock(data);
	}
}

/** A change to the messages of one request. A call and its result go together. */
export interface ContextPatch {
	readonly prepend?: readonly NewMessage[];
	readonly append?: readonly NewMessage[];
	readonly insertBefore?: Readonly<Record<string, readonly NewMessage[]>>;
	readonly replace?: Readonly<Record<string, Message>>;
	readonly drop?: readonly string[];
}

/** What a model is about to be shown: the ids of all messages in order, and the bodies of those this connection was not sent. */
export interface ContextPayload {
	readonly messageIds: readonly string[];
	readonly messages: readonly Message[];
	readonly systemPrompt: string;
	readonly thinkingLevel: ThinkingLevel;
}

/** Reads ContextPayload from parsed JSON; members it does not know stay. */
export function parseContextPayload(data: JsonObject): ContextPayload {
	const parsed: Record<string, unknown> = { ...data };
	parsed.messages = (data.messages as readonly unknown[]).map((item) => parseMessage(item as JsonObject));
	return parsed as unknown as ContextPayload;
}

/** Which part of a message a delta belongs to. */
export type DeltaKind = 'text' | 'thinking' | 'tool_call' | 'none';

/** Nothing. */
export type Empty = Readonly<Record<string, never>>;

/** Why a run ended. */
export type EndReason =
	| 'stop'
	| 'length'
	| 'max_turns'
	| 'budget'
	| 'guard'
	| 'refusal'
	| 'terminated'
	| 'aborted'
	| 'error';

/** Which page: `after` is the `next` of the page before; 100 entries if `limit` is absent. */
export interface EntriesParams {
	readonly sessionId: string;
	readonly after?: number;
	readonly limit?: number;
}

/** The entries in the order of writing, as many as were asked for and one message holds; `next` is set where more may follow. */
export interface EntriesResult {
	readonly entries: readonly Entry[];
	readonly next?: number;
}

/** One entry of a session's tree. `type` is open and says what `data` holds; a tool's message has its content in the `tool_execution` that `resultOf` names. `leftOut`: it is larger than a message may be, and came without its large parts; texts say how much is gone. */
export interface Entry {
	readonly id: string;
	readonly parentId: string | null;
	readonly seq: number;
	readonly at: number;
	readonly type: string;
	readonly leftOut?: boolean;
	readonly data: JsonObject;
}

/** What ends the run; `agent_end` follows. */
export interface ErrorEvent {
	readonly type: 'error';
	readonly error: ErrorInfo;
}

/** An error as plain data. `code` is UPPER_SNAKE and open. */
export interface ErrorInfo {
	readonly code: string;
	readonly message: string;
	readonly retryable: boolean;
	readonly status?: number;
	readonly retryAfterMs?: number;
	readonly data?: JsonObject;
}

/** The last entry that the fork has: where the session stands if it is absent. */
export interface ForkParams {
	readonly sessionId: string;
	readonly entryId?: string;
}

/** The last entry of the fork, null for none, and the id that it will have. */
export interface ForkPayload {
	readonly entryId: string | null;
	readonly newSessionId: string;
}

/** The new session. */
export interface ForkResult {
	readonly sessionId: string;
}

/** What a subscriber gets instead of events that are no longer there: the numbers missed, both included, and where the session stands. A connection has one place in the stream: where one loop asks for earlier events, `from` may be what another has had. */
export interface Gap {
	readonly type: 'gap';
	readonly from: number;
	readonly to: number;
	readonly state: SessionState;
}

/** Reads Gap from parsed JSON; members it does not know stay. */
export function parseGap(data: JsonObject): Gap {
	const parsed: Record<string, unknown> = { ...data };
	parsed.state = parseSessionState(data.state as JsonObject);
	return parsed as unknown as Gap;
}

/** What a session works towards by itself, run after run, while it is `active`. `reason` says why it is not. */
export interface Goal {
	readonly text: string;
	readonly status: GoalStatus;
	readonly budget?: GoalBudget;
	readonly used: GoalUse;
	readonly reason?: string;
}

/** What to do with a goal: `create` needs `text` and may bring a `budget`, `block` needs a `reason`, the others need nothing more. */
export interface GoalAction {
	readonly action: 'create' | 'pause' | 'resume' | 'complete' | 'block' | 'clear';
	readonly text?: string;
	readonly budget?: GoalBudget;
	readonly reason?: string;
}

/** What the goal's own runs may use together: tokens of all kinds, US dollars, runs. Absent means no bound; a goal that is created without a bound of runs has 50. */
export interface GoalBudget {
	readonly tokens?: number;
	readonly costUsd?: number;
	readonly runs?: number;
}

/** Where a goal stands. */
export type GoalStatus =
	| 'active'
	| 'paused'
	| 'complete'
	| 'blocked'
	| 'budget_limited'
	| 'usage_limited';

/** The goal was changed, or has used more of its budget; null is none. */
export interface GoalUpdated {
	readonly type: 'goal_updated';
	readonly goal: Goal | null;
}

/** What the goal's own runs have used; what a person asks for in between is not counted. */
export interface GoalUse {
	readonly tokens: number;
	readonly costUsd: number;
	readonly runs: number;
}

/** Who was asked about a tool call or a step of the session, what came back, and how long it took. */
export interface GuardDecision {
	readonly by: string;
	readonly hookId: string;
	readonly answer: 'allow' | 'block';
	readonly reason?: string;
	readonly cause: 'policy' | 'user' | 'timeout' | 'crash' | 'disconnect' | 'invalid' | 'default';
	readonly durationMs: number;
}

/** The server asks a hook. `payload` is a ToolCallInfo at `tool_call` and `tool_args`, a ToolResultPayload at `tool_result`, a SystemPromptPayload, ContextPayload or ModelRequestPayload at the point of that name, an InputPayload at `input`, a NavigatePayload, ForkPayload or CompactPayload at `session_before_navigate`, `session_before_fork` and `session_before_compact`, a CompactionPayload at `compaction`, nothing at `session_before_delete`, `session_start` and `session_shutdown`, and the whole event where one is observed; a `message_update` has no `message` there. */
export interface HookCallParams {
	readonly hookId: string;
	readonly sessionId: string;
	readonly point: HookPoint;
	readonly payload: JsonObject;
}

/** A hook in force. */
export interface HookInfo {
	readonly hookId: string;
	readonly point: string;
	readonly onFailure?: 'deny' | 'allow';
}

/** Where a client may interfere, or look on: the points of a plugin. Every event is a point of its own, to observe. */
export type HookPoint =
	| 'input'
	| 'tool_args'
	| 'tool_call'
	| 'tool_result'
	| 'system_prompt'
	| 'context'
	| 'model_request'
	| 'session_before_navigate'
	| 'session_before_fork'
	| 'session_before_compact'
	| 'session_before_delete'
	| 'compaction'
	| 'session_start'
	| 'session_shutdown'
	| 'agent_start'
	| 'turn_start'
	| 'message_start'
	| 'message_update'
	| 'message_end'
	| 'tool_execution_start'
	| 'tool_execution_update'
	| 'tool_execution_end'
	| 'turn_end'
	| 'retry'
	| 'error'
	| 'agent_end'
	| 'queue_update'
	| 'model_changed'
	| 'thinking_level_changed'
	| 'tools_changed'
	| 'auto_retry_start'
	| 'auto_retry_end'
	| 'session_info_changed'
	| 'branch_changed'
	| 'commands_changed'
	| 'compaction_start'
	| 'compaction_end'
	| 'goal_updated'
	| 'tool_decision'
	| 'session_decision'
	| 'plugin_error'
	| 'plugin_status'
	| 'session_error'
	| 'notice'
	| 'ui_request'
	| 'ui_resolved'
	| 'session_idle'
	| 'session_end';

/** One hook. `timeoutMs` is what it has to answer, 0 for no limit: for one that asks a person. `onFailure` is for a veto: what a failing guard means, `deny` if absent. `required` is for a transform: its failure ends the run. */
export interface HookSpec {
	readonly hookId: string;
	readonly point: HookPoint;
	readonly timeoutMs?: number;
	readonly onFailure?: 'deny' | 'allow';
	readonly required?: boolean;
}

/** A transform's answer at every point: a ContextPatch at `context`, the new messages at `input` (a list of NewMessage), the new text at `system_prompt`, the new arguments at `tool_args`, a ToolResultPatch at `tool_result`, a ModelRequestPatch at `model_request`, a CompactionSummary at `compaction`. */
export interface HookValue {
	readonly value: unknown;
}

/** Registers hooks for one session, or for all sessions of this connection. */
export interface HooksRegisterParams {
	readonly hooks: readonly HookSpec[];
	readonly sessionId?: string;
}

/** The hooks in force, with the terms in force, and those refused. */
export interface HooksRegisterResult {
	readonly accepted: readonly HookSpec[];
	readonly rejected: readonly Rejected[];
}

/** An image: base64 `data`, or a `url`. */
export interface ImageBlock {
	readonly type: 'image';
	readonly mimeType: string;
	readonly data?: string;
	readonly url?: string;
}

/** The first request of a connection. A client that can ask a person sets `capabilities.ui`. */
export interface InitializeParams {
	readonly clientInfo: ClientInfo;
	readonly protocolVersion: VersionWindow;
	readonly capabilities?: JsonObject;
}

/** Who answers, the version both speak, and the limits in force. `maxFrameBytes` bounds one message either way. */
export interface InitializeResult {
	readonly serverInfo: ClientInfo;
	readonly protocolVersion: number;
	readonly capabilities: JsonObject;
	readonly limits: Limits;
}

/** What a person says, before it is queued or run. `how`: it is to begin a run, or to wait in the one that is live, where it is one message. */
export interface InputPayload {
	readonly messages: readonly Message[];
	readonly how: 'prompt' | 'steer' | 'follow_up';
}

/** Reads InputPayload from parsed JSON; members it does not know stay. */
export function parseInputPayload(data: JsonObject): InputPayload {
	const parsed: Record<string, unknown> = { ...data };
	parsed.messages = (data.messages as readonly unknown[]).map((item) => parseMessage(item as JsonObject));
	return parsed as unknown as InputPayload;
}

/** The label of an entry; null is none. */
export interface LabelParams {
	readonly sessionId: string;
	readonly entryId: string;
	readonly label: string | null;
}

/** The limits in force. */
export interface Limits {
	readonly maxFrameBytes: number;
}

/** One entry of history, told apart by `role`; a role that begins with `custom:` is a program's own. */
export type Message = UserMessage | AssistantMessage | ToolMessage | UnknownMessage;

/** What this version does not know of Message: `raw` is the object as it came, and what it becomes in JSON. */
export class UnknownMessage {
	readonly role = 'unknown';
	readonly originalRole: string;
	readonly raw: JsonObject;

	constructor(raw: JsonObject) {
		this.originalRole = String(raw.role);
		this.raw = raw;
	}

	toJSON(): JsonObject {
		return this.raw;
	}
}

/** Reads Message from parsed JSON; what it does not know it keeps. */
export function parseMessage(data: JsonObject): Message {
	switch (data.role) {
		case 'user':
			return parseUserMessage(data);
		case 'assistant':
			return parseAssistantMessage(data);
		case 'tool':
			return parseToolMessage(data);
		default:
			return new UnknownMessage(data);
	}
}

/** A message is complete. `message` is absent if its start was never sent to this client; `discarded`: it never enters history. */
export interface MessageEnd {
	readonly type: 'message_end';
	readonly messageId: string;
	readonly message?: Message;
	readonly discarded?: true;
}

/** Reads MessageEnd from parsed JSON; members it does not know stay. */
export function parseMessageEnd(data: JsonObject): MessageEnd {
	const parsed: Record<string, unknown> = { ...data };
	if (data.message !== undefined) parsed.message = parseMessage(data.message as JsonObject);
	return parsed as unknown as MessageEnd;
}

/** A message begins: whole for every role but the assistant. */
export interface MessageStart {
	readonly type: 'message_start';
	readonly message: Message;
}

/** Reads MessageStart from parsed JSON; members it does not know stay. */
export function parseMessageStart(data: JsonObject): MessageStart {
	const parsed: Record<string, unknown> = { ...data };
	parsed.message = parseMessage(data.message as JsonObject);
	return parsed as unknown as MessageStart;
}

/** A streamed piece of an assistant message; `message` is the whole message so far. */
export interface MessageUpdate {
	readonly type: 'message_update';
	readonly delta: string;
	readonly deltaKind: DeltaKind;
	readonly contentIndex: number;
	readonly block?: ContentBlock;
	readonly message: AssistantMessage;
	readonly chunk?: unknown;
}

class ParsedMessageUpdate {
	readonly #buildMessage: () => AssistantMessage;
	#message: AssistantMessage | undefined;

	constructor(members: JsonObject, buildMessage: () => AssistantMessage) {
		Object.assign(this, members);
		this.#buildMessage = buildMessage;
	}

	get message(): AssistantMessage {
		this.#message ??= this.#buildMessage();
		return this.#message;
	}
}

/** Reads MessageUpdate from parsed JSON; members it does not know stay. `message`: built when first read, by the function given or from what was sent; absent from JSON. */
export function parseMessageUpdate(data: JsonObject, buildMessage?: () => AssistantMessage): MessageUpdate {
	const { message: sentMessage, ...others } = data;
	const parsed: Record<string, unknown> = others;
	if (data.block !== undefined) parsed.block = parseContentBlock(data.block as JsonObject);
	const read = () => {
		if (sentMessage === undefined) throw new Error('MessageUpdate.message was not sent; subscribe with it or give a function that builds it');
		return parseAssistantMessage(sentMessage as JsonObject);
	};
	return new ParsedMessageUpdate(parsed, buildMessage ?? read) as unknown as MessageUpdate;
}

/** What a model can do. */
export interface ModelCapabilities {
	readonly thinking: boolean;
	readonly images: boolean;
	readonly tools: boolean;
}

/** The model was changed. */
export interface ModelChanged {
	readonly type: 'model_changed';
	readonly from: ModelRef;
	readonly to: ModelRef;
}

/** A model; the windows are in tokens. */
export interface ModelInfo {
	readonly provider: string;
	readonly id: string;
	readonly name?: string;
	readonly contextWindow: number;
	readonly maxOutputTokens: number;
	readonly capabilities: ModelCapabilities;
}

/** The models to choose from; `default` is what a session gets that asks for none. */
export interface ModelList {
	readonly models: readonly ModelInfo[];
	readonly default?: ModelRef;
}

/** Names one model of one provider. */
export interface ModelRef {
	readonly provider: string;
	readonly id: string;
}

/** What of a request is changed; `tools` names those that the model is still told of. */
export interface ModelRequestPatch {
	readonly systemPrompt?: string;
	readonly thinkingLevel?: ThinkingLevel;
	readonly tools?: readonly string[];
}

/** The request as the model will get it, after all else: the ids of all messages in order, and the bodies of those this connection was not sent. */
export interface ModelRequestPayload {
	readonly messageIds: readonly string[];
	readonly messages: readonly Message[];
	readonly systemPrompt: string;
	readonly thinkingLevel: ThinkingLevel;
	readonly tools: readonly OfferedTool[];
}

/** Reads ModelRequestPayload from parsed JSON; members it does not know stay. */
export function parseModelRequestPayload(data: JsonObject): ModelRequestPayload {
	const parsed: Record<string, unknown> = { ...data };
	parsed.messages = (data.messages as readonly unknown[]).map((item) => parseMessage(item as JsonObject));
	return parsed as unknown as ModelRequestPayload;
}

/** The entry to go on behind; null stands for the beginning. */
export interface NavigateParams {
	readonly sessionId: string;
	readonly entryId: string | null;
}

/** The entry that the session is to go on behind; null is its beginning. */
export interface NavigatePayload {
	readonly entryId: string | null;
}

/** A whole message, or a text that becomes a user message. */
export type NewMessage = string | Message;

/** Something worth telling a person. */
export interface Notice {
	readonly type: 'notice';
	readonly level: 'info' | 'warning';
	readonly message: string;
}

/** A tool as the model is told of it. `jsonSchema` describes its arguments. */
export interface OfferedTool {
	readonly name: string;
	readonly description: string;
	readonly jsonSchema: JsonObject;
}

/** A provider's block that this version does not know, kept verbatim. */
export interface OpaqueBlock {
	readonly type: 'opaque';
	readonly provider: string;
	readonly data: unknown;
}

/** A plugin failed in one hook; everybody else goes on. */
export interface PluginError {
	readonly type: 'plugin_error';
	readonly plugin: string;
	readonly hook: string;
	readonly message: string;
}

/** A plugin: its state, its hooks that interfere, and its last error. */
export interface PluginInfo {
	readonly name: string;
	readonly source: string;
	readonly status: 'loaded' | 'failed' | 'quarantined' | 'lost' | 'unloaded';
	readonly hooks: readonly HookInfo[];
	readonly lastError?: string;
}

/** The plugins, in load order. */
export interface PluginList {
	readonly plugins: readonly PluginInfo[];
}

/** An absolute path of a file or folder that holds a plugin. */
export interface PluginLoadParams {
	readonly path: string;
}

/** Names a plugin. */
export interface PluginParams {
	readonly name: string;
}

/** What became of the plugin; one that could not be set up is `failed`, with its error. */
export interface PluginResult {
	readonly plugin: PluginInfo;
}

/** A plugin came or went; a `lost` guard stays as a shut gate. */
export interface PluginStatus {
	readonly type: 'plugin_status';
	readonly plugin: string;
	readonly status: 'loaded' | 'quarantined' | 'lost' | 'unloaded';
	readonly message?: string;
}

/** What a client's tool says while it runs. What is none is logged, shown to nobody, and fails the call of the tool. */
export interface ProgressParams {
	readonly token: string;
	readonly value: ToolProgress;
}

/** Starts a run with `text` or `content` (exactly one). The caller mints `promptId`. `whenBusy` says what becomes of it while a run is live. `model`, `thinkingLevel` and `tools` (the only ones offered) hold for its run alone; a prompt with any of them never joins a live run. */
export interface PromptParams {
	readonly sessionId: string;
	readonly promptId: string;
	readonly text?: string;
	readonly content?: readonly ContentBlock[];
	readonly model?: ModelRef;
	readonly thinkingLevel?: ThinkingLevel;
	readonly tools?: readonly string[];
	readonly whenBusy?: WhenBusy;
}

/** The run that answered the prompt, after all its events. `queued` instead: the run ended without taking it, the item waits for the next. */
export interface PromptResult {
	readonly promptId: string;
	readonly runId?: string;
	readonly summary?: RunSummary;
	readonly queued?: string;
}

/** What a person may choose; it is shown as `label`, or as its `value` if it has none. */
export interface QuestionOption {
	readonly value: string;
	readonly label?: string;
}

/** A message that waits for its turn; `id` is the id its message will have. */
export interface QueueItem {
	readonly id: string;
	readonly text: string;
}

/** What waits: steering is taken after the next tool or turn, a follow-up when the run would stop. */
export interface QueueList {
	readonly steering: readonly QueueItem[];
	readonly followUp: readonly QueueItem[];
}

/** Names waiting messages. */
export interface QueueRemoveParams {
	readonly sessionId: string;
	readonly itemIds: readonly string[];
}

/** The messages that did wait and wait no more. */
export interface QueueRemoved {
	readonly removed: readonly string[];
}

/** The waiting messages changed. */
export interface QueueUpdate {
	readonly type: 'queue_update';
	readonly steering: readonly QueueItem[];
	readonly followUp: readonly QueueItem[];
}

/** What was not registered, and why. */
export interface Rejected {
	readonly id: string;
	readonly reason: string;
}

/** The name of a session; null is none. */
export interface RenameParams {
	readonly sessionId: string;
	readonly name: string | null;
}

/** The model is called again after `delayMs`. */
export interface Retry {
	readonly type: 'retry';
	readonly attempt: number;
	readonly maxAttempts: number;
	readonly delayMs: number;
	readonly error: ErrorInfo;
}

/** What is tried again: a call of the model, or the run whose calls failed to the last try. */
export type RetryScope = 'call' | 'run';

/** A hook that gave a call other arguments, and how long it took. */
export interface Rewrite {
	readonly by: string;
	readonly hookId: string;
	readonly durationMs: number;
}

/** Facts of a run. */
export interface RunSummary {
	readonly turnCount: number;
	readonly toolCalls: number;
	readonly toolErrors: number;
	readonly endReason: EndReason;
	readonly usage: Usage;
	readonly durationMs: number;
	readonly error?: ErrorInfo;
}

/** How the server fares. `memoryBytes` is what the process occupies. */
export interface ServerStatus {
	readonly version: string;
	readonly pid: number;
	readonly uptimeMs: number;
	readonly memoryBytes: number;
	readonly clients: number;
	readonly sessions: number;
	readonly runs: number;
}

/** Makes a session and subscribes the caller. `cwd` is an absolute path, the server's own folder if absent; `model` the default if absent. */
export interface SessionCreateParams {
	readonly cwd?: string;
	readonly model?: ModelRef;
	readonly thinkingLevel?: ThinkingLevel;
	readonly systemPrompt?: string;
	readonly maxTurns?: number;
	readonly budget?: Budget;
	readonly compaction?: CompactionSettings;
	readonly snapshots?: boolean;
	readonly chunks?: boolean;
	readonly types?: readonly string[];
	readonly windowBytes?: number;
	readonly acknowledge?: boolean;
	readonly whenFull?: WhenFull;
}

/** Everybody who was asked about something that the session is about to do to itself. */
export interface SessionDecision {
	readonly type: 'session_decision';
	readonly point: 'session_before_navigate' | 'session_before_fork' | 'session_before_compact' | 'session_before_delete';
	readonly answer: 'allow' | 'block';
	readonly decisions: readonly GuardDecision[];
}

/** The session is over here: the last event of every subscription to it, whatever it asked for. One that was not deleted may be opened again. */
export interface SessionEnd {
	readonly type: 'session_end';
	readonly reason: SessionEndReason;
}

/** Why a session is over: somebody closed it, or had it deleted, or the server ends. */
export type SessionEndReason = 'closed' | 'deleted' | 'shutdown';

/** Something failed beside the run. */
export interface SessionErrorEvent {
	readonly type: 'session_error';
	readonly error: ErrorInfo;
}

/** All that a session says, told apart by `type`. */
export type SessionEvent =
	| MessageStart
	| MessageUpdate
	| MessageEnd
	| TurnEnd
	| AgentEnd
	| AgentStart
	| TurnStart
	| ToolExecutionStart
	| ToolExecutionUpdate
	| ToolExecutionEnd
	| Retry
	| ErrorEvent
	| QueueUpdate
	| ModelChanged
	| ThinkingLevelChanged
	| ToolsChanged
	| AutoRetryStart
	| AutoRetryEnd
	| SessionInfoChanged
	| BranchChanged
	| CommandsChanged
	| CompactionStart
	| CompactionEnd
	| GoalUpdated
	| ToolDecision
	| SessionDecision
	| PluginError
	| PluginStatus
	| SessionErrorEvent
	| Notice
	| UiRequest
	| UiResolved
	| SessionIdle
	| SessionEnd
	| Gap
	| UnknownEvent;

/** What this version does not know of SessionEvent: `raw` is the object as it came, and what it becomes in JSON. */
export class UnknownEvent {
	readonly type = 'unknown';
	readonly originalType: string;
	readonly raw: JsonObject;

	constructor(raw: JsonObject) {
		this.originalType = String(raw.type);
		this.raw = raw;
	}

	toJSON(): JsonObject {
		return this.raw;
	}
}

/** Reads SessionEvent from parsed JSON; what it does not know it keeps. */
export function parseSessionEvent(data: JsonObject): SessionEvent {
	switch (data.type) {
		case 'agent_start':
		case 'turn_start':
		case 'tool_execution_start':
		case 'tool_execution_update':
		case 'retry':
		case 'error':
		case 'queue_update':
		case 'model_changed':
		case 'thinking_level_changed':
		case 'tools_changed':
		case 'auto_retry_start':
		case 'auto_retry_end':
		case 'session_info_changed':
		case 'branch_changed':
		case 'commands_changed':
		case 'compaction_start':
		case 'compaction_end':
		case 'goal_updated':
		case 'tool_decision':
		case 'session_decision':
		case 'plugin_error':
		case 'plugin_status':
		case 'session_error':
		case 'notice':
		case 'ui_request':
		case 'ui_resolved':
		case 'session_idle':
		case 'session_end':
			return data as unknown as SessionEvent;
		case 'message_start':
			return parseMessageStart(data);
		case 'message_update':
			return parseMessageUpdate(data);
		case 'message_end':
			return parseMessageEnd(data);
		case 'turn_end':
			return parseTurnEnd(data);
		case 'agent_end':
			return parseAgentEnd(data);
		case 'tool_execution_end':
			return parseToolExecutionEnd(data);
		case 'gap':
			return parseGap(data);
		default:
			return new UnknownEvent(data);
	}
}

/** An event with its place. `prev` is the seq sent before it, absent when that is `seq - 1`; `at` is absent on deltas. `leftOut`: it was larger than a message may be, and came without its large parts; texts say how much is gone. */
export interface SessionEventParams {
	readonly sessionId: string;
	readonly seq: number;
	readonly prev?: number;
	readonly at?: number;
	readonly runId?: string;
	readonly promptIds?: readonly string[];
	readonly leftOut?: boolean;
	readonly event: JsonObject;
}

/** Nothing runs and nothing will start by itself. */
export interface SessionIdle {
	readonly type: 'session_idle';
}

/** A session in a list. `isOpen`: this process has it open. Times are Unix milliseconds. */
export interface SessionInfo {
	readonly sessionId: string;
	readonly cwd: string;
	readonly name?: string;
	readonly createdAt?: number;
	readonly updatedAt?: number;
	readonly isRunning: boolean;
	readonly isOpen?: boolean;
}

/** The session's name was changed, or the label of `entryId`; null is none. */
export interface SessionInfoChanged {
	readonly type: 'session_info_changed';
	readonly field: 'name' | 'label';
	readonly entryId?: string;
	readonly from: string | null;
	readonly to: string | null;
}

/** The sessions that this process has open, then the others that are kept. */
export interface SessionList {
	readonly sessions: readonly SessionInfo[];
}

/** Names a session that is kept, and says what its events are to carry. */
export interface SessionOpenParams {
	readonly sessionId: string;
	readonly snapshots?: boolean;
	readonly chunks?: boolean;
	readonly types?: readonly string[];
	readonly windowBytes?: number;
	readonly acknowledge?: boolean;
	readonly whenFull?: WhenFull;
}

/** The state, the seq it stands for, and what a person should know of the session as it was found: cut, unreadable, unknown. */
export interface SessionOpenResult {
	readonly sessionId: string;
	readonly seq: number;
	readonly state: SessionState;
	readonly findings?: readonly string[];
}

/** Reads SessionOpenResult from parsed JSON; members it does not know stay. */
export function parseSessionOpenResult(data: JsonObject): SessionOpenResult {
	const parsed: Record<string, unknown> = { ...data };
	parsed.state = parseSessionState(data.state as JsonObject);
	return parsed as unknown as SessionOpenResult;
}

/** Names a session. */
export interface SessionParams {
	readonly sessionId: string;
}

/** The state, and the seq it stands for: the next event has a higher one. */
export interface SessionResult {
	readonly sessionId: string;
	readonly seq: number;
	readonly state: SessionState;
}

/** Reads SessionResult from parsed JSON; members it does not know stay. */
export function parseSessionResult(data: JsonObject): SessionResult {
	const parsed: Record<string, unknown> = { ...data };
	parsed.state = parseSessionState(data.state as JsonObject);
	return parsed as unknown as SessionResult;
}

/** Where a session stands, without its history. `leaf` is the entry that the conversation goes on behind; `compacting` is there while what its model is shown is being made shorter, and prompts wait for that. */
export interface SessionState {
	readonly sessionId: string;
	readonly cwd: string;
	readonly name?: string;
	readonly leaf?: string;
	readonly model?: ModelRef;
	readonly thinkingLevel: ThinkingLevel;
	readonly isRunning: boolean;
	readonly runId?: string;
	readonly promptIds?: readonly string[];
	readonly streamingMessage?: AssistantMessage;
	readonly pendingToolCalls: readonly ToolCallInfo[];
	readonly compacting?: CompactionReason;
	readonly steering: readonly QueueItem[];
	readonly followUp: readonly QueueItem[];
	readonly goal?: Goal;
	readonly totalUsage: Usage;
	readonly lastError?: ErrorInfo;
}

/** Reads SessionState from parsed JSON; members it does not know stay. */
export function parseSessionState(data: JsonObject): SessionState {
	const parsed: Record<string, unknown> = { ...data };
	if (data.streamingMessage !== undefined) parsed.streamingMessage = parseAssistantMessage(data.streamingMessage as JsonObject);
	return parsed as unknown as SessionState;
}

/** Gives the session a goal, or does something with the one it has. */
export interface SetGoalParams {
	readonly sessionId: string;
	readonly goal: GoalAction;
}

/** The goal as it is now; null is none. */
export interface SetGoalResult {
	readonly goal: Goal | null;
}

/** Takes effect at the next model call. */
export interface SetModelParams {
	readonly sessionId: string;
	readonly model: ModelRef;
}

/** Takes effect at the next model call. */
export interface SetThinkingLevelParams {
	readonly sessionId: string;
	readonly thinkingLevel: ThinkingLevel;
}

/** The names of the only tools to offer; null for all that there are. */
export interface SetToolsParams {
	readonly sessionId: string;
	readonly tools: readonly string[] | null;
}

/** Which setting: the names of its members from the top, joined by dots; all of them if it is absent. */
export interface SettingsGetParams {
	readonly key?: string;
}

/** The setting and what it becomes; null takes it away. Written to the settings file, and in force for what is read of it from then on. */
export interface SettingsSetParams {
	readonly key: string;
	readonly value: unknown;
}

/** What is set, in the form that the settings file has; absent where nothing is. A member that is named like a secret is `***`. */
export interface SettingsValue {
	readonly value?: unknown;
}

/** Queues `text` or `content` (exactly one). Steering is taken after the next tool or turn, a follow-up when the run would stop. */
export interface SteerParams {
	readonly sessionId: string;
	readonly text?: string;
	readonly content?: readonly ContentBlock[];
}

/** The id that the queued message will have. */
export interface SteerResult {
	readonly itemId: string;
}

/** Why a model stopped. */
export type StopReason =
	| 'stop'
	| 'length'
	| 'tool_use'
	| 'refusal'
	| 'pause'
	| 'error'
	| 'aborted';

/** The system prompt of one request. */
export interface SystemPromptPayload {
	readonly systemPrompt: string;
}

/** Plain text. */
export interface TextBlock {
	readonly type: 'text';
	readonly text: string;
}

/** What a model thought. `signature` is the provider's proof; `redacted` holds thinking that the provider encrypted, `thinking` is then empty. */
export interface ThinkingBlock {
	readonly type: 'thinking';
	readonly thinking: string;
	readonly signature?: string;
	readonly redacted?: string;
}

/** How much a model thinks first. */
export type ThinkingLevel = 'off' | 'low' | 'medium' | 'high';

/** The thinking level was changed. */
export interface ThinkingLevelChanged {
	readonly type: 'thinking_level_changed';
	readonly from: ThinkingLevel;
	readonly to: ThinkingLevel;
}

/** A model's wish to run a tool. `argsText` is the raw text while it streams, or when it does not parse; `args` is then `{}`. */
export interface ToolCallBlock {
	readonly type: 'tool_call';
	readonly id: string;
	readonly name: string;
	readonly args: JsonObject;
	readonly argsText?: string;
	readonly providerId?: string;
}

/** A tool call: its arguments as they are known at that point. */
export interface ToolCallInfo {
	readonly toolCallId: string;
	readonly toolName: string;
	readonly args: JsonObject;
}

/** Everybody who was asked about one tool call, before it runs; `args` if the final ones differ from those of the model, `rewrittenBy` if hooks made them so. Without guards it is said of a call that was rewritten. */
export interface ToolDecision {
	readonly type: 'tool_decision';
	readonly toolCallId: string;
	readonly toolName: string;
	readonly answer: 'allow' | 'block';
	readonly decisions: readonly GuardDecision[];
	readonly args?: JsonObject;
	readonly rewrittenBy?: readonly Rewrite[];
}

/** The server runs a client's tool; its progress goes to `$/progress` under `progressToken`. */
export interface ToolExecuteParams {
	readonly sessionId: string;
	readonly toolCallId: string;
	readonly toolName: string;
	readonly args: JsonObject;
	readonly progressToken: string;
}

/** A tool call is over, exactly once per start. */
export interface ToolExecutionEnd {
	readonly type: 'tool_execution_end';
	readonly toolCallId: string;
	readonly toolName: string;
	readonly result: ToolResult;
	readonly isError: boolean;
}

/** Reads ToolExecutionEnd from parsed JSON; members it does not know stay. */
export function parseToolExecutionEnd(data: JsonObject): ToolExecutionEnd {
	const parsed: Record<string, unknown> = { ...data };
	parsed.result = parseToolResult(data.result as JsonObject);
	return parsed as unknown as ToolExecutionEnd;
}

/** A tool call begins; `args` as the model gave them. */
export interface ToolExecutionStart {
	readonly type: 'tool_execution_start';
	readonly toolCallId: string;
	readonly toolName: string;
	readonly args: JsonObject;
}

/** A running tool says something (`progress`, a ToolProgress), or what it is about to do (`preview`). */
export interface ToolExecutionUpdate {
	readonly type: 'tool_execution_update';
	readonly toolCallId: string;
	readonly toolName: string;
	readonly kind: 'preview' | 'progress';
	readonly update: JsonObject;
}

/** A tool as a model is told of it. `parameters` is a JSON Schema of an object. */
export interface ToolInfo {
	readonly name: string;
	readonly description: string;
	readonly parameters: JsonObject;
}

/** The tools that a session offers. */
export interface ToolList {
	readonly tools: readonly ToolInfo[];
}

/** What a tool answered. `details` is for user interfaces. */
export interface ToolMessage {
	readonly role: 'tool';
	readonly id: string;
	readonly timestamp: number;
	readonly toolCallId: string;
	readonly toolName: string;
	readonly content: readonly ContentBlock[];
	readonly isError: boolean;
	readonly details?: JsonObject;
}

/** Reads ToolMessage from parsed JSON; members it does not know stay. */
export function parseToolMessage(data: JsonObject): ToolMessage {
	const parsed: Record<string, unknown> = { ...data };
	parsed.content = (data.content as readonly unknown[]).map((item) => parseContentBlock(item as JsonObject));
	return parsed as unknown as ToolMessage;
}

/** What a call is about to do (a `diff`, …), or nothing to show. An error is the result of the call, which does not run. */
export interface ToolPreview {
	readonly preview?: JsonObject;
}

/** The server asks what a call of a client's tool is about to do. */
export interface ToolPreviewParams {
	readonly sessionId: string;
	readonly toolCallId: string;
	readonly toolName: string;
	readonly args: JsonObject;
}

/** What a tool says while it runs: `status` replaces the one before, the others append. */
export interface ToolProgress {
	readonly kind: 'output' | 'tool_delta' | 'thinking' | 'status';
	readonly delta: string;
}

/** What a tool answers. `details` is for user interfaces and never sent to a model. */
export interface ToolResult {
	readonly content: readonly ContentBlock[];
	readonly details?: JsonObject;
	readonly isError?: boolean;
	readonly terminate?: boolean;
}

/** Reads ToolResult from parsed JSON; members it does not know stay. */
export function parseToolResult(data: JsonObject): ToolResult {
	const parsed: Record<string, unknown> = { ...data };
	parsed.content = (data.content as readonly unknown[]).map((item) => parseContentBlock(item as JsonObject));
	return parsed as unknown as ToolResult;
}

/** The members of a result that are replaced. */
export interface ToolResultPatch {
	readonly content?: readonly ContentBlock[];
	readonly details?: JsonObject;
	readonly isError?: boolean;
}

/** Reads ToolResultPatch from parsed JSON; members it does not know stay. */
export function parseToolResultPatch(data: JsonObject): ToolResultPatch {
	const parsed: Record<string, unknown> = { ...data };
	if (data.content !== undefined) parsed.content = (data.content as readonly unknown[]).map((item) => parseContentBlock(item as JsonObject));
	return parsed as unknown as ToolResultPatch;
}

/** A tool's result before anybody is told, and the call that it answers. */
export interface ToolResultPayload {
	readonly toolCallId: string;
	readonly toolName: string;
	readonly args: JsonObject;
	readonly result: ToolResult;
}

/** Reads ToolResultPayload from parsed JSON; members it does not know stay. */
export function parseToolResultPayload(data: JsonObject): ToolResultPayload {
	const parsed: Record<string, unknown> = { ...data };
	parsed.result = parseToolResult(data.result as JsonObject);
	return parsed as unknown as ToolResultPayload;
}

/** The tools on offer changed: others were chosen, or there are others. Names, in the order in which they are offered. */
export interface ToolsChanged {
	readonly type: 'tools_changed';
	readonly from: readonly string[];
	readonly to: readonly string[];
}

/** Registers tools for one session, or for all sessions of this connection. */
export interface ToolsRegisterParams {
	readonly tools: readonly ClientTool[];
	readonly sessionId?: string;
}

/** The names in force, and those refused. */
export interface ToolsRegisterResult {
	readonly accepted: readonly string[];
	readonly rejected: readonly Rejected[];
}

/** A model call and its tools are over. Messages that were never sent to this client stay ids. */
export interface TurnEnd {
	readonly type: 'turn_end';
	readonly messageId: string | null;
	readonly message?: AssistantMessage;
	readonly toolResultIds: readonly string[];
	readonly toolResults: readonly ToolMessage[];
}

/** Reads TurnEnd from parsed JSON; members it does not know stay. */
export function parseTurnEnd(data: JsonObject): TurnEnd {
	const parsed: Record<string, unknown> = { ...data };
	if (data.message !== undefined) parsed.message = parseAssistantMessage(data.message as JsonObject);
	parsed.toolResults = (data.toolResults as readonly unknown[]).map((item) => parseToolMessage(item as JsonObject));
	return parsed as unknown as TurnEnd;
}

/** One model call and the tools it asks for begin. */
export interface TurnStart {
	readonly type: 'turn_start';
}

/** A person's answer. */
export interface UiAnswer {
	readonly value: boolean | string;
}

/** The server asks the person before this client. `confirm` wants true or false, `select` the value of one of `options`, `input` a text. */
export interface UiAskParams {
	readonly sessionId: string;
	readonly questionId: string;
	readonly plugin: string;
	readonly kind: 'confirm' | 'select' | 'input';
	readonly title: string;
	readonly message?: string;
	readonly options?: readonly QuestionOption[];
	readonly placeholder?: string;
	readonly default?: boolean | string;
}

/** Something to tell the person before a session; `level` is `info` if absent. */
export interface UiNotifyParams {
	readonly sessionId: string;
	readonly message: string;
	readonly level?: 'info' | 'warning';
}

/** A plugin asks a person. `default` is what holds if nobody answers. Clients that can ask are asked by `ui/ask`. */
export interface UiRequest {
	readonly type: 'ui_request';
	readonly questionId: string;
	readonly plugin: string;
	readonly kind: 'confirm' | 'select' | 'input';
	readonly title: string;
	readonly message?: string;
	readonly options?: readonly QuestionOption[];
	readonly placeholder?: string;
	readonly default?: boolean | string;
}

/** A question to the person before a session, asked in the name of the client. `select` has `options`; `default` is one of their values there, a boolean for `confirm`, a text for `input`. A guard that asks about a tool call gives its `toolCallId`: its decision then says that a person took it. */
export interface UiRequestParams {
	readonly sessionId: string;
	readonly kind: 'confirm' | 'select' | 'input';
	readonly title: string;
	readonly message?: string;
	readonly options?: readonly QuestionOption[];
	readonly placeholder?: string;
	readonly default?: boolean | string;
	readonly toolCallId?: string;
}

/** What was answered: no `value` if nobody did and there is no default. `by` says whether a person did, or the default holds. */
export interface UiRequestResult {
	readonly value?: boolean | string;
	readonly by: 'user' | 'default';
}

/** A question has ended. `by` is the client that answered, or `default`; no `value`: nobody answered, and there is no default. */
export interface UiResolved {
	readonly type: 'ui_resolved';
	readonly questionId: string;
	readonly value?: boolean | string;
	readonly by: string;
}

/** What goes: hook ids, or names of tools or commands. */
export interface UnregisterParams {
	readonly ids: readonly string[];
}

/** Tokens, disjoint; `costUsd` in US dollars, absent when the price is not known. */
export interface Usage {
	readonly inputTokens: number;
	readonly outputTokens: number;
	readonly cacheReadTokens: number;
	readonly cacheWriteTokens: number;
	readonly costUsd?: number;
}

/** A prompt, steering or a follow-up. */
export interface UserMessage {
	readonly role: 'user';
	readonly id: string;
	readonly timestamp: number;
	readonly content: readonly ContentBlock[];
}

/** Reads UserMessage from parsed JSON; members it does not know stay. */
export function parseUserMessage(data: JsonObject): UserMessage {
	const parsed: Record<string, unknown> = { ...data };
	parsed.content = (data.content as readonly unknown[]).map((item) => parseContentBlock(item as JsonObject));
	return parsed as unknown as UserMessage;
}

/** A guard's answer; anything else denies. */
export interface Verdict {
	readonly decision: 'allow' | 'block';
	readonly reason?: string;
}

/** The protocol versions that a side understands, both included. */
export interface VersionWindow {
	readonly min: number;
	readonly max: number;
}

/** What a prompt does while a run is live. */
export type WhenBusy = 'reject' | 'steer' | 'follow_up';

/** What happens when a client takes too little: the session waits for it, or it gets one gap instead of what waits. */
export type WhenFull = 'wait' | 'gap';

/** What each event must have in its full form, and of which kind; `any` must only be there. */
export const requiredOfEvents: Readonly<Record<string, Readonly<Record<string, 'string' | 'number' | 'boolean' | 'list' | 'object' | 'any'>>>> = {
	message_start: { message: 'object' },
	message_update: { delta: 'string', deltaKind: 'string', contentIndex: 'number' },
	message_end: { messageId: 'string' },
	turn_end: { messageId: 'any', toolResultIds: 'list', toolResults: 'list' },
	agent_end: { newMessageIds: 'list', newMessages: 'list', summary: 'object', willRetry: 'boolean' },
	agent_start: {},
	turn_start: {},
	tool_execution_start: { toolCallId: 'string', toolName: 'string', args: 'object' },
	tool_execution_update: { toolCallId: 'string', toolName: 'string', kind: 'string', update: 'object' },
	tool_execution_end: { toolCallId: 'string', toolName: 'string', result: 'object', isError: 'boolean' },
	retry: { attempt: 'number', maxAttempts: 'number', delayMs: 'number', error: 'object' },
	error: { error: 'object' },
	queue_update: { steering: 'list', followUp: 'list' },
	model_changed: { from: 'object', to: 'object' },
	thinking_level_changed: { from: 'string', to: 'string' },
	tools_changed: { from: 'list', to: 'list' },
	auto_retry_start: { scope: 'string', attempt: 'number', maxAttempts: 'number', delayMs: 'number', error: 'object' },
	auto_retry_end: { scope: 'string', attempt: 'number', success: 'boolean' },
	session_info_changed: { field: 'string', from: 'any', to: 'any' },
	branch_changed: { from: 'any', to: 'any' },
	commands_changed: { commands: 'list' },
	compaction_start: { reason: 'string' },
	compaction_end: { reason: 'string', tokensBefore: 'number' },
	goal_updated: { goal: 'any' },
	tool_decision: { toolCallId: 'string', toolName: 'string', answer: 'string', decisions: 'list' },
	session_decision: { point: 'string', answer: 'string', decisions: 'list' },
	plugin_error: { plugin: 'string', hook: 'string', message: 'string' },
	plugin_status: { plugin: 'string', status: 'string' },
	session_error: { error: 'object' },
	notice: { level: 'string', message: 'string' },
	ui_request: { questionId: 'string', plugin: 'string', kind: 'string', title: 'string' },
	ui_resolved: { questionId: 'string', by: 'string' },
	session_idle: {},
	session_end: { reason: 'string' },
	gap: { from: 'number', to: 'number', state: 'object' },
};

/** What a client may ask of the server. */
export interface ClientRequests {
	/** Opens the connection; everything before it is refused with -32002. */
	readonly 'initialize': { readonly params: InitializeParams; readonly result: InitializeResult };
	/** Takes the caller's hooks, tools and commands back and ends all sessions; on a socket, where they outlive a client, it ends none. `exit` (a notification) or the end of input then ends the connection. */
	readonly 'shutdown': { readonly params: Empty; readonly result: Empty };
	/** Makes a session and subscribes the caller to it. */
	readonly 'session/create': { readonly params: SessionCreateParams; readonly result: SessionResult };
	/** Goes on with a kept session, or with one that is open already, and subscribes the caller to it. */
	readonly 'session/open': { readonly params: SessionOpenParams; readonly result: SessionOpenResult };
	/** The sessions that are open in this process, and those that are kept. */
	readonly 'session/list': { readonly params: Empty; readonly result: SessionList };
	/** Deletes a kept session for good. Waits for a compaction, and is refused while a run is live. */
	readonly 'session/delete': { readonly params: SessionParams; readonly result: Empty };
	/** Where a session stands. */
	readonly 'session/state': { readonly params: SessionParams; readonly result: SessionResult };
	/** Subscribes the caller to a session that is open. */
	readonly 'session/attach': { readonly params: AttachParams; readonly result: SessionResult };
	/** Ends the subscription of the caller, and takes back its hooks, tools and commands of that session. */
	readonly 'session/detach': { readonly params: SessionParams; readonly result: Empty };
	/** Aborts what runs and ends the session. */
	readonly 'session/close': { readonly params: SessionParams; readonly result: Empty };
	/** Runs a prompt; answered after all its events. `$/cancelRequest` aborts the run if this prompt started it. */
	readonly 'session/prompt': { readonly params: PromptParams; readonly result: PromptResult };
	/** Says something to the run that is live, taken after the next tool or turn. */
	readonly 'session/steer': { readonly params: SteerParams; readonly result: SteerResult };
	/** Says something that is taken when the run would stop. */
	readonly 'session/followUp': { readonly params: SteerParams; readonly result: SteerResult };
	/** Ends the live run. */
	readonly 'session/abort': { readonly params: AbortParams; readonly result: AbortResult };
	/** Changes the model of a session. */
	readonly 'session/setModel': { readonly params: SetModelParams; readonly result: Empty };
	/** Changes how much the model of a session thinks. */
	readonly 'session/setThinkingLevel': { readonly params: SetThinkingLevelParams; readonly result: Empty };
	/** Gives a session a goal, or does something with the one it has. An active goal starts runs by itself, which answer no prompt. */
	readonly 'session/setGoal': { readonly params: SetGoalParams; readonly result: SetGoalResult };
	/** Chooses the tools that a session offers, from the next model call on. A name that is unknown is refused. */
	readonly 'session/setTools': { readonly params: SetToolsParams; readonly result: Empty };
	/** Names a session; null takes the name away. */
	readonly 'session/rename': { readonly params: RenameParams; readonly result: Empty };
	/** Labels an entry; null takes the label away. */
	readonly 'session/label': { readonly params: LabelParams; readonly result: Empty };
	/** One page of what is kept of a session, of all branches, in the order of writing. */
	readonly 'session/entries': { readonly params: EntriesParams; readonly result: EntriesResult };
	/** Goes on behind another entry; null stands for the beginning. Waits for a compaction, and is refused while a run is live. */
	readonly 'session/navigate': { readonly params: NavigateParams; readonly result: Empty };
	/** Lets a summary stand for the older messages, from the next request on; history stays whole. Waits for one that goes on, and is refused while a run is live; prompts meanwhile wait, and `session/abort` ends it. */
	readonly 'session/compact': { readonly params: CompactParams; readonly result: CompactResult };
	/** Makes another session of what stands up to an entry; `session/open` opens it. Waits for a compaction, and is refused while a run is live. */
	readonly 'session/fork': { readonly params: ForkParams; readonly result: ForkResult };
	/** What waits in a session. */
	readonly 'queue/list': { readonly params: SessionParams; readonly result: QueueList };
	/** Takes waiting messages back; prompts among them are answered as cancelled. */
	readonly 'queue/remove': { readonly params: QueueRemoveParams; readonly result: QueueRemoved };
	/** Takes all waiting messages back. */
	readonly 'queue/clear': { readonly params: SessionParams; readonly result: QueueRemoved };
	/** Interferes as a plugin does. */
	readonly 'hooks/register': { readonly params: HooksRegisterParams; readonly result: HooksRegisterResult };
	/** Takes hooks back. One that is asked is waited for no longer: a guard denies that one call. */
	readonly 'hooks/unregister': { readonly params: UnregisterParams; readonly result: Empty };
	/** Offers tools that the client runs. */
	readonly 'tools/register': { readonly params: ToolsRegisterParams; readonly result: ToolsRegisterResult };
	/** Takes tools back. One that runs is waited for no longer: its call fails. */
	readonly 'tools/unregister': { readonly params: UnregisterParams; readonly result: Empty };
	/** The tools that a session offers. */
	readonly 'tools/list': { readonly params: SessionParams; readonly result: ToolList };
	/** The models to choose from. */
	readonly 'models/list': { readonly params: Empty; readonly result: ModelList };
	/** Offers commands that the client runs, and prompts that the server makes of a template. */
	readonly 'commands/register': { readonly params: CommandsRegisterParams; readonly result: CommandsRegisterResult };
	/** Takes commands back. One that runs is waited for no longer: it has failed. */
	readonly 'commands/unregister': { readonly params: UnregisterParams; readonly result: Empty };
	/** What a person may ask for by name. */
	readonly 'commands/list': { readonly params: SessionParams; readonly result: CommandList };
	/** Runs a command. `$/cancelRequest` aborts it. */
	readonly 'commands/run': { readonly params: CommandRunParams; readonly result: CommandResult };
	/** The plugins and their state. */
	readonly 'plugins/list': { readonly params: Empty; readonly result: PluginList };
	/** Loads a plugin from a path. Its code runs in the server. */
	readonly 'plugins/load': { readonly params: PluginLoadParams; readonly result: PluginResult };
	/** Takes a plugin out and loads it again from where it came. */
	readonly 'plugins/reload': { readonly params: PluginParams; readonly result: PluginResult };
	/** Takes a plugin out, with all it registered. */
	readonly 'plugins/unload': { readonly params: PluginParams; readonly result: Empty };
	/** What is set in the settings file of whoever runs the server; secrets are `***`. */
	readonly 'settings/get': { readonly params: SettingsGetParams; readonly result: SettingsValue };
	/** Changes the settings file; what makes no sense there is refused. */
	readonly 'settings/set': { readonly params: SettingsSetParams; readonly result: Empty };
	/** Asks the person before a session in the name of the caller, through every client that can ask one; the first answer counts. Where there is nobody, the default holds. */
	readonly 'ui/request': { readonly params: UiRequestParams; readonly result: UiRequestResult };
	/** Tells the person before a session something in the name of the caller: a `notice`. */
	readonly 'ui/notify': { readonly params: UiNotifyParams; readonly result: Empty };
	/** How the server fares. */
	readonly 'server/status': { readonly params: Empty; readonly result: ServerStatus };
}

/** What a client may tell the server: the parameters. */
export interface ClientNotifications {
	/** Ends the process. */
	readonly 'exit': Empty;
	/** A plugin that the server started has registered all it has. Other clients need not say it. */
	readonly 'plugin/ready': Empty;
	/** Gives credit back: the client has taken events. */
	readonly 'session/ack': AckParams;
	/** A client's tool says something. */
	readonly '$/progress': ProgressParams;
}

/** What the server may ask of a client. */
export interface ServerRequests {
	/** Asks a hook. A veto answers a Verdict; a transform null (unchanged), a HookValue, or at `context` a ContextPatch by itself; what an observer answers is ignored. */
	readonly 'hook/call': { readonly params: HookCallParams; readonly result: Verdict | ContextPatch | HookValue | null };
	/** Asks a client that has the capability `ui` for a person's answer; the first client's counts, the others get `$/cancelRequest`. Null: this client does not answer. */
	readonly 'ui/ask': { readonly params: UiAskParams; readonly result: UiAnswer | null };
	/** Runs a client's tool. */
	readonly 'tool/execute': { readonly params: ToolExecuteParams; readonly result: ToolResult };
	/** Asks what a call of a client's tool is about to do, to show it before anybody judges it. `$/cancelRequest` when that takes longer than the tool's `timeoutMs`, or five seconds; the call goes on without. */
	readonly 'tool/preview': { readonly params: ToolPreviewParams; readonly result: ToolPreview };
	/** Runs a client's command. `$/cancelRequest` when nobody waits for its answer any longer. */
	readonly 'command/execute': { readonly params: CommandExecuteParams; readonly result: CommandAnswer };
}

/** What the server tells a client: the parameters. */
export interface ServerNotifications {
	/** Something happened in a session. */
	readonly 'session/event': SessionEventParams;
}
