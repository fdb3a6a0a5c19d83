import type * as z from 'zod';
import { SessionEvent, ToolCallInfo, ToolProgress, ToolResult } from './schema/events.ts';
import * as params from './schema/params.ts';

/** A request: the shapes of its parameters and of its answer. */
interface Method {
	readonly params: z.ZodType;
	readonly result: z.ZodType;
	readonly description: string;
}

/** What a client may ask of the server. */
export const clientRequests = {
	initialize: {
		description: 'Opens the connection; everything before it is refused with -32002.',
		params: params.InitializeParams,
		result: params.InitializeResult,
	},
	shutdown: {
		description:
			"Takes the caller's hooks and tools back and ends all sessions; on a socket, where they outlive a client, it ends none. `exit` (a notification) or the end of input then ends the connection.",
		params: params.Empty,
		result: params.Empty,
	},
	'session/create': {
		description: 'Makes a session and subscribes the caller to it.',
		params: params.SessionCreateParams,
		result: params.SessionResult,
	},
	'session/open': {
		description: 'Goes on with a kept session, or with one that is open already, and subscribes the caller to it.',
		params: params.SessionOpenParams,
		result: params.SessionOpenResult,
	},
	'session/list': {
		description: 'The sessions that are open in this process, and those that are kept.',
		params: params.Empty,
		result: params.SessionList,
	},
	'session/delete': {
		description: 'Deletes a kept session for good.',
		params: params.SessionParams,
		result: params.Empty,
	},
	'session/state': {
		description: 'Where a session stands.',
		params: params.SessionParams,
		result: params.SessionResult,
	},
	'session/attach': {
		description: 'Subscribes the caller to a session that is open.',
		params: params.AttachParams,
		result: params.SessionResult,
	},
	'session/detach': {
		description: 'Ends the subscription of the caller, and takes back its hooks and tools of that session.',
		params: params.SessionParams,
		result: params.Empty,
	},
	'session/close': {
		description: 'Aborts what runs and ends the session.',
		params: params.SessionParams,
		result: params.Empty,
	},
	'session/prompt': {
		description:
			'Runs a prompt; answered after all its events. `$/cancelRequest` aborts the run if this prompt started it.',
		params: params.PromptParams,
		result: params.PromptResult,
	},
	'session/steer': {
		description: 'Says something to the run that is live, taken after the next tool or turn.',
		params: params.SteerParams,
		result: params.SteerResult,
	},
	'session/followUp': {
		description: 'Says something that is taken when the run would stop.',
		params: params.SteerParams,
		result: params.SteerResult,
	},
	'session/abort': { description: 'Ends the live run.', params: params.AbortParams, result: params.AbortResult },
	'session/setModel': {
		description: 'Changes the model of a session.',
		params: params.SetModelParams,
		result: params.Empty,
	},
	'session/setThinkingLevel': {
		description: 'Changes how much the model of a session thinks.',
		params: params.SetThinkingLevelParams,
		result: params.Empty,
	},
	'session/rename': {
		description: 'Names a session; null takes the name away.',
		params: params.RenameParams,
		result: params.Empty,
	},
	'session/label': {
		description: 'Labels an entry; null takes the label away.',
		params: params.LabelParams,
		result: params.Empty,
	},
	'session/entries': {
		description: 'One page of what is kept of a session, of all branches, in the order of writing.',
		params: params.EntriesParams,
		result: params.EntriesResult,
	},
	'session/navigate': {
		description: 'Goes on behind another entry; null stands for the beginning. Refused while a run is live.',
		params: params.NavigateParams,
		result: params.Empty,
	},
	'session/fork': {
		description:
			'Makes another session of what stands up to an entry; `session/open` opens it. Refused while a run is live.',
		params: params.ForkParams,
		result: params.ForkResult,
	},
	'queue/list': { description: 'What waits in a session.', params: params.SessionParams, result: params.QueueList },
	'queue/remove': {
		description: 'Takes waiting messages back; prompts among them are answered as cancelled.',
		params: params.QueueRemoveParams,
		result: params.QueueRemoved,
	},
	'queue/clear': {
		description: 'Takes all waiting messages back.',
		params: params.SessionParams,
		result: params.QueueRemoved,
	},
	'hooks/register': {
		description: 'Interferes as a plugin does.',
		params: params.HooksRegisterParams,
		result: params.HooksRegisterResult,
	},
	'hooks/unregister': { description: 'Takes hooks back.', params: params.UnregisterParams, result: params.Empty },
	'tools/register': {
		description: 'Offers tools that the client runs.',
		params: params.ToolsRegisterParams,
		result: params.ToolsRegisterResult,
	},
	'tools/unregister': { description: 'Takes tools back.', params: params.UnregisterParams, result: params.Empty },
	'tools/list': {
		description: 'The tools that a session offers.',
		params: params.SessionParams,
		result: params.ToolList,
	},
	'models/list': { description: 'The models to choose from.', params: params.Empty, result: params.ModelList },
	'plugins/list': { description: 'The plugins and their state.', params: params.Empty, result: params.PluginList },
	'plugins/load': {
		description: 'Loads a plugin from a path. Its code runs in the server.',
		params: params.PluginLoadParams,
		result: params.PluginResult,
	},
	'plugins/reload': {
		description: 'Takes a plugin out and loads it again from where it came.',
		params: params.PluginParams,
		result: params.PluginResult,
	},
	'plugins/unload': {
		description: 'Takes a plugin out, with all it registered.',
		params: params.PluginParams,
		result: params.Empty,
	},
	'server/status': { description: 'How the server fares.', params: params.Empty, result: params.ServerStatus },
} as const satisfies Record<string, Method>;

/** What a client may tell the server without an answer. */
export const clientNotifications = {
	exit: { description: 'Ends the process.', params: params.Empty },
	'plugin/ready': {
		description: 'A plugin that the server started has registered all it has. Other clients need not say it.',
		params: params.Empty,
	},
	'session/ack': { description: 'Gives credit back: the client has taken events.', params: params.AckParams },
	'$/progress': { description: "A client's tool says something.", params: params.ProgressParams },
} as const;

/** What the server may ask of a client. */
export const serverRequests = {
	'hook/call': {
		description: 'Asks a hook. A veto answers a Verdict; `context` answers null (unchanged) or a ContextPatch.',
		params: params.HookCallParams,
		result: params.Verdict.or(params.ContextPatch).nullable(),
	},
	'tool/execute': { description: "Runs a client's tool.", params: params.ToolExecuteParams, result: ToolResult },
} as const satisfies Record<string, Method>;

/** What the server tells a client without an answer. */
export const serverNotifications = {
	'session/event': { description: 'Something happened in a session.', params: params.SessionEventParams },
} as const;

/** Definitions that no method names by itself, but clients need. */
export const moreDefinitions = [SessionEvent, ToolProgress, ToolCallInfo, params.ContextPayload] as const;

/** The parameters of a request, as its handler gets them. */
export type Params<M extends keyof typeof clientRequests> = z.infer<(typeof clientRequests)[M]['params']>;

/** The answer of a request. */
export type Result<M extends keyof typeof clientRequests> = z.infer<(typeof clientRequests)[M]['result']>;
