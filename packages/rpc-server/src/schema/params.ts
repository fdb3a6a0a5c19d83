import * as z from 'zod';
import { count, define, jsonObject } from './define.ts';
import { QueueItem, RunSummary, SessionState, ThinkingLevel, WireEvent } from './events.ts';
import { Block, Message, ModelRef } from './messages.ts';

const sessionId = z.string().min(1);

export const ClientInfo = define(
	'ClientInfo',
	'Who speaks.',
	z.object({ name: z.string(), version: z.string().optional() }),
);

export const VersionWindow = define(
	'VersionWindow',
	'The protocol versions that a side understands, both included.',
	z.object({ min: count, max: count }),
);

export const InitializeParams = define(
	'InitializeParams',
	'The first request of a connection. A client that can ask a person sets `capabilities.ui`.',
	z.object({ clientInfo: ClientInfo, protocolVersion: VersionWindow, capabilities: jsonObject.optional() }),
);

export const InitializeResult = define(
	'InitializeResult',
	'Who answers, the version both speak, and the limits in force. `maxFrameBytes` bounds one message either way.',
	z.object({
		serverInfo: ClientInfo,
		protocolVersion: count,
		capabilities: jsonObject,
		limits: define('Limits', 'The limits in force.', z.object({ maxFrameBytes: count })),
	}),
);

export const Empty = define('Empty', 'Nothing.', z.object({}));

export const WhenFull = define(
	'WhenFull',
	'What happens when a client takes too little: the session waits for it, or it gets one gap instead of what waits.',
	z.enum(['wait', 'gap']),
);

export const Subscription = {
	snapshots: z.boolean().optional(),
	chunks: z.boolean().optional(),
	types: z.array(z.string()).optional(),
	windowBytes: z.int().min(1).optional(),
	acknowledge: z.boolean().optional(),
	whenFull: WhenFull.optional(),
};

export const SessionCreateParams = define(
	'SessionCreateParams',
	"Makes a session and subscribes the caller. `cwd` is an absolute path, the server's own folder if absent; `model` the default if absent.",
	z.object({
		cwd: z.string().optional(),
		model: ModelRef.optional(),
		thinkingLevel: ThinkingLevel.optional(),
		systemPrompt: z.string().optional(),
		...Subscription,
	}),
);

export const SessionResult = define(
	'SessionResult',
	'The state, and the seq it stands for: the next event has a higher one.',
	z.object({ sessionId, seq: count, state: SessionState }),
);

export const SessionOpenParams = define(
	'SessionOpenParams',
	'Names a session that is kept, and says what its events are to carry.',
	z.object({ sessionId, ...Subscription }),
);

export const SessionOpenResult = define(
	'SessionOpenResult',
	'The state, the seq it stands for, and what a person should know of the session as it was found: cut, unreadable, unknown.',
	z.object({ sessionId, seq: count, state: SessionState, findings: z.array(z.string()).optional() }),
);

export const SessionParams = define('SessionParams', 'Names a session.', z.object({ sessionId }));

export const AttachParams = define(
	'AttachParams',
	"Subscribes the caller, in place of the subscription that it may have. Events after `afterSeq` are sent again, or one gap for those that are gone; from now on if absent. `types`: the only events that are sent. `snapshots` adds the message so far to each update, `chunks` the model's own. `windowBytes`: so much may be on its way until `session/ack`; `acknowledge`: one event at a time. `whenFull` is `gap` if absent.",
	z.object({ sessionId, afterSeq: count.optional(), ...Subscription }),
);

export const AckParams = define(
	'AckParams',
	'The client has taken all events of the session up to `seq`.',
	z.object({ sessionId, seq: count }),
);

export const SetThinkingLevelParams = define(
	'SetThinkingLevelParams',
	'Takes effect at the next model call.',
	z.object({ sessionId, thinkingLevel: ThinkingLevel }),
);

export const QueueList = define(
	'QueueList',
	'What waits: steering is taken after the next tool or turn, a follow-up when the run would stop.',
	z.object({ steering: z.array(QueueItem), followUp: z.array(QueueItem) }),
);

export const QueueRemoveParams = define(
	'QueueRemoveParams',
	'Names waiting messages.',
	z.object({ sessionId, itemIds: z.array(z.string()) }),
);

export const QueueRemoved = define(
	'QueueRemoved',
	'The messages that did wait and wait no more.',
	z.object({ removed: z.array(z.string()) }),
);

export const PluginLoadParams = define(
	'PluginLoadParams',
	'An absolute path of a file or folder that holds a plugin.',
	z.object({ path: z.string().min(1) }),
);

export const PluginParams = define('PluginParams', 'Names a plugin.', z.object({ name: z.string().min(1) }));

export const ServerStatus = define(
	'ServerStatus',
	'How the server fares. `memoryBytes` is what the process occupies.',
	z.object({
		version: z.string(),
		pid: count,
		uptimeMs: count,
		memoryBytes: count,
		clients: count,
		sessions: count,
		runs: count,
	}),
);

export const SessionList = define(
	'SessionList',
	'The sessions that this process has open, then the others that are kept.',
	z.object({
		sessions: z.array(
			define(
				'SessionInfo',
				'A session in a list. `isOpen`: this process has it open. Times are Unix milliseconds.',
				z.object({
					sessionId,
					cwd: z.string(),
					name: z.string().optional(),
					createdAt: z.int().optional(),
					updatedAt: z.int().optional(),
					isRunning: z.boolean(),
					isOpen: z.boolean().optional(),
				}),
			),
		),
	}),
);

const input = { text: z.string().optional(), content: z.array(Block).optional() };

export const PromptParams = define(
	'PromptParams',
	'Starts a run with `text` or `content` (exactly one). The caller mints `promptId`. `whenBusy` says what becomes of it while a run is live.',
	z.object({
		sessionId,
		promptId: z.string().min(1).max(64),
		...input,
		whenBusy: define(
			'WhenBusy',
			'What a prompt does while a run is live.',
			z.enum(['reject', 'steer', 'follow_up']),
		).optional(),
	}),
);

export const PromptResult = define(
	'PromptResult',
	'The run that answered the prompt, after all its events. `queued` instead: the run ended without taking it, the item waits for the next.',
	z.object({
		promptId: z.string(),
		runId: z.string().optional(),
		summary: RunSummary.optional(),
		queued: z.string().optional(),
	}),
);

export const SteerParams = define(
	'SteerParams',
	'Queues `text` or `content` (exactly one). Steering is taken after the next tool or turn, a follow-up when the run would stop.',
	z.object({ sessionId, ...input }),
);

export const SteerResult = define(
	'SteerResult',
	'The id that the queued message will have.',
	z.object({ itemId: z.string() }),
);

export const AbortParams = define(
	'AbortParams',
	'Ends the run that is live.',
	z.object({ sessionId, reason: z.string().optional() }),
);

export const AbortResult = define(
	'AbortResult',
	'What the abort did: whether a run was stopped, the tool calls that did not stop in time, and what still waits.',
	z.object({ stopped: z.boolean(), abandoned: z.array(z.string()), queued: z.array(QueueItem) }),
);

export const SetModelParams = define(
	'SetModelParams',
	'Takes effect at the next model call.',
	z.object({ sessionId, model: ModelRef }),
);

export const RenameParams = define(
	'RenameParams',
	'The name of a session; null is none.',
	z.object({ sessionId, name: z.string().min(1).nullable() }),
);

export const LabelParams = define(
	'LabelParams',
	'The label of an entry; null is none.',
	z.object({ sessionId, entryId: z.string(), label: z.string().min(1).nullable() }),
);

export const EntriesParams = define(
	'EntriesParams',
	'Which page: `after` is the `next` of the page before; 100 entries if `limit` is absent.',
	z.object({ sessionId, after: count.optional(), limit: z.int().min(1).max(1000).optional() }),
);

export const Entry = define(
	'Entry',
	"One entry of a session's tree. `type` is open and says what `data` holds; a tool's message has its content in the `tool_execution` that `resultOf` names.",
	z.object({
		id: z.string(),
		parentId: z.string().nullable(),
		seq: count,
		at: z.int(),
		type: z.string(),
		data: jsonObject,
	}),
);

export const EntriesResult = define(
	'EntriesResult',
	'The entries in the order of writing; `next` is set where more may follow.',
	z.object({ entries: z.array(Entry), next: count.optional() }),
);

export const NavigateParams = define(
	'NavigateParams',
	'The entry to go on behind; null stands for the beginning.',
	z.object({ sessionId, entryId: z.string().nullable() }),
);

export const ForkParams = define(
	'ForkParams',
	'The last entry that the fork has: where the session stands if it is absent.',
	z.object({ sessionId, entryId: z.string().optional() }),
);

export const ForkResult = define('ForkResult', 'The new session.', z.object({ sessionId }));

export const HookPoint = define('HookPoint', 'Where a client may interfere.', z.enum(['tool_call', 'context']));

export const HookSpec = define(
	'HookSpec',
	'One hook. `onFailure` is for a veto: what a failing guard means, `deny` if absent. `required` is for a transform: its failure ends the run.',
	z.object({
		hookId: z.string().min(1).max(64),
		point: HookPoint,
		timeoutMs: z.int().min(1).optional(),
		onFailure: z.enum(['deny', 'allow']).optional(),
		required: z.boolean().optional(),
	}),
);

export const HooksRegisterParams = define(
	'HooksRegisterParams',
	'Registers hooks for one session, or for all sessions of this connection.',
	z.object({ hooks: z.array(HookSpec), sessionId: sessionId.optional() }),
);

export const Rejected = define(
	'Rejected',
	'What was not registered, and why.',
	z.object({ id: z.string(), reason: z.string() }),
);

export const HooksRegisterResult = define(
	'HooksRegisterResult',
	'The hooks in force, with the terms in force, and those refused.',
	z.object({ accepted: z.array(HookSpec), rejected: z.array(Rejected) }),
);

export const UnregisterParams = define(
	'UnregisterParams',
	'What goes: hook ids or tool names.',
	z.object({ ids: z.array(z.string()) }),
);

export const ClientTool = define(
	'ClientTool',
	'A tool that the client runs. `parameters` is a JSON Schema of an object.',
	z.object({ name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/), description: z.string(), parameters: jsonObject }),
);

export const ToolsRegisterParams = define(
	'ToolsRegisterParams',
	'Registers tools for one session, or for all sessions of this connection.',
	z.object({ tools: z.array(ClientTool), sessionId: sessionId.optional() }),
);

export const ToolsRegisterResult = define(
	'ToolsRegisterResult',
	'The names in force, and those refused.',
	z.object({ accepted: z.array(z.string()), rejected: z.array(Rejected) }),
);

export const ToolList = define(
	'ToolList',
	'The tools that a session offers.',
	z.object({ tools: z.array(ClientTool) }),
);

export const ModelInfo = define(
	'ModelInfo',
	'A model; the windows are in tokens.',
	z.object({
		provider: z.string(),
		id: z.string(),
		name: z.string().optional(),
		contextWindow: count,
		maxOutputTokens: count,
		capabilities: define(
			'ModelCapabilities',
			'What a model can do.',
			z.object({ thinking: z.boolean(), images: z.boolean(), tools: z.boolean() }),
		),
	}),
);

export const ModelList = define(
	'ModelList',
	'The models to choose from; `default` is what a session gets that asks for none.',
	z.object({ models: z.array(ModelInfo), default: ModelRef.optional() }),
);

export const HookInfo = define(
	'HookInfo',
	'A hook in force.',
	z.object({ hookId: z.string(), point: z.string(), onFailure: z.enum(['deny', 'allow']).optional() }),
);

export const PluginInfo = define(
	'PluginInfo',
	'A plugin: its state, its hooks that interfere, and its last error.',
	z.object({
		name: z.string(),
		source: z.string(),
		status: z.enum(['loaded', 'failed', 'quarantined', 'lost', 'unloaded']),
		hooks: z.array(HookInfo),
		lastError: z.string().optional(),
	}),
);

export const PluginResult = define(
	'PluginResult',
	'What became of the plugin; one that could not be set up is `failed`, with its error.',
	z.object({ plugin: PluginInfo }),
);

export const PluginList = define(
	'PluginList',
	'The plugins, in load order.',
	z.object({ plugins: z.array(PluginInfo) }),
);

export const SessionEventParams = define(
	'SessionEventParams',
	'An event with its place. `prev` is the seq sent before it, absent when that is `seq - 1`; `at` is absent on deltas.',
	z.object({
		sessionId,
		seq: count,
		prev: count.optional(),
		at: z.int().optional(),
		runId: z.string().optional(),
		promptIds: z.array(z.string()).optional(),
		event: WireEvent,
	}),
);

export const HookCallParams = define(
	'HookCallParams',
	'The server asks a hook. `payload` is a ToolCallInfo at `tool_call`, a ContextPayload at `context`.',
	z.object({ hookId: z.string(), sessionId, point: HookPoint, payload: jsonObject }),
);

export const ContextPayload = define(
	'ContextPayload',
	'What a model is about to be shown: the ids of all messages in order, and the bodies of those this connection was not sent.',
	z.object({
		messageIds: z.array(z.string()),
		messages: z.array(Message),
		systemPrompt: z.string(),
		thinkingLevel: ThinkingLevel,
	}),
);

export const NewMessage = define(
	'NewMessage',
	'A whole message, or a text that becomes a user message.',
	z.union([z.string(), Message]),
);

const newMessages = z.array(NewMessage);

export const ContextPatch = define(
	'ContextPatch',
	'A change to the messages of one request. A call and its result go together.',
	z.object({
		prepend: newMessages.optional(),
		append: newMessages.optional(),
		insertBefore: z.record(z.string(), newMessages).optional(),
		replace: z.record(z.string(), Message).optional(),
		drop: z.array(z.string()).optional(),
	}),
);

export const Verdict = define(
	'Verdict',
	"A guard's answer; anything else denies.",
	z.object({ decision: z.enum(['allow', 'block']), reason: z.string().optional() }),
);

export const ToolExecuteParams = define(
	'ToolExecuteParams',
	"The server runs a client's tool; its progress goes to `$/progress` under `progressToken`.",
	z.object({
		sessionId,
		toolCallId: z.string(),
		toolName: z.string(),
		args: jsonObject,
		progressToken: z.string(),
	}),
);

export const ProgressParams = define(
	'ProgressParams',
	"What a client's tool says while it runs: `value` is a ToolProgress.",
	z.object({ token: z.string(), value: jsonObject }),
);
