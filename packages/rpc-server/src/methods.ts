import type * as z from 'zod';
import { ToolProgress, ToolResult } from './schema/events/kernel.ts';
import { SessionEvent } from './schema/events/session-event.ts';
import { ToolCallInfo } from './schema/events/state.ts';
import * as commands from './schema/params/commands.ts';
import * as connection from './schema/params/connection.ts';
import * as goals from './schema/params/goals.ts';
import * as history from './schema/params/history.ts';
import * as hooks from './schema/params/hooks.ts';
import * as models from './schema/params/models.ts';
import * as plugins from './schema/params/plugins.ts';
import * as prompt from './schema/params/prompt.ts';
import * as questions from './schema/params/questions.ts';
import * as queue from './schema/params/queue.ts';
import * as session from './schema/params/session.ts';
import * as settings from './schema/params/settings.ts';
import * as status from './schema/params/status.ts';
import * as subscription from './schema/params/subscription.ts';
import * as tools from './schema/params/tools.ts';

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
		params: connection.InitializeParams,
		result: connection.InitializeResult,
	},
	shutdown: {
		description:
			"Takes the caller's hooks, tools and commands back and ends all sessions; on a socket, where they outlive a client, it ends none. `exit` (a notification) or the end of input then ends the connection.",
		params: connection.Empty,
		result: connection.Empty,
	},
	'session/create': {
		description: 'Makes a session and subscribes the caller to it.',
		params: session.SessionCreateParams,
		result: session.SessionResult,
	},
	'session/open': {
		description: 'Goes on with a kept session, or with one that is open already, and subscribes the caller to it.',
		params: session.SessionOpenParams,
		result: session.SessionOpenResult,
	},
	'session/list': {
		description: 'The sessions that are open in this process, and those that are kept.',
		params: connection.Empty,
		result: session.SessionList,
	},
	'session/delete': {
		description: 'Deletes a kept session for good. Waits for a compaction, and is refused while a run is live.',
		params: session.SessionParams,
		result: connection.Empty,
	},
	'session/state': {
		description: 'Where a session stands.',
		params: session.SessionParams,
		result: session.SessionResult,
	},
	'session/attach': {
		description: 'Subscribes the caller to a session that is open.',
		params: subscription.AttachParams,
		result: session.SessionResult,
	},
	'session/detach': {
		description: 'Ends the subscription of the caller, and takes back its hooks, tools and commands of that session.',
		params: session.SessionParams,
		result: connection.Empty,
	},
	'session/close': {
		description: 'Aborts what runs and ends the session.',
		params: session.SessionParams,
		result: connection.Empty,
	},
	'session/prompt': {
		description:
			'Runs a prompt; answered after all its events. `$/cancelRequest` aborts the run if this prompt started it.',
		params: prompt.PromptParams,
		result: prompt.PromptResult,
	},
	'session/steer': {
		description: 'Says something to the run that is live, taken after the next tool or turn.',
		params: queue.SteerParams,
		result: queue.SteerResult,
	},
	'session/followUp': {
		description: 'Says something that is taken when the run would stop.',
		params: queue.SteerParams,
		result: queue.SteerResult,
	},
	'session/abort': { description: 'Ends the live run.', params: session.AbortParams, result: session.AbortResult },
	'session/setModel': {
		description: 'Changes the model of a session.',
		params: session.SetModelParams,
		result: connection.Empty,
	},
	'session/setThinkingLevel': {
		description: 'Changes how much the model of a session thinks.',
		params: session.SetThinkingLevelParams,
		result: connection.Empty,
	},
	'session/setGoal': {
		description:
			'Gives a session a goal, or does something with the one it has. An active goal starts runs by itself, which answer no prompt.',
		params: goals.SetGoalParams,
		result: goals.SetGoalResult,
	},
	'session/setTools': {
		description:
			'Chooses the tools that a session offers, from the next model call on. A name that is unknown is refused.',
		params: session.SetToolsParams,
		result: connection.Empty,
	},
	'session/rename': {
		description: 'Names a session; null takes the name away.',
		params: session.RenameParams,
		result: connection.Empty,
	},
	'session/label': {
		description: 'Labels an entry; null takes the label away.',
		params: history.LabelParams,
		result: connection.Empty,
	},
	'session/entries': {
		description: 'One page of what is kept of a session, of all branches, in the order of writing.',
		params: history.EntriesParams,
		result: history.EntriesResult,
	},
	'session/navigate': {
		description:
			'Goes on behind another entry; null stands for the beginning. Waits for a compaction, and is refused while a run is live.',
		params: history.NavigateParams,
		result: connection.Empty,
	},
	'session/compact': {
		description:
			'Lets a summary stand for the older messages, from the next request on; history stays whole. Waits for one that goes on, and is refused while a run is live; prompts meanwhile wait, and `session/abort` ends it.',
		params: history.CompactParams,
		result: history.CompactResult,
	},
	'session/fork': {
		description:
			'Makes another session of what stands up to an entry; `session/open` opens it. Waits for a compaction, and is refused while a run is live.',
		params: history.ForkParams,
		result: history.ForkResult,
	},
	'queue/list': { description: 'What waits in a session.', params: session.SessionParams, result: queue.QueueList },
	'queue/remove': {
		description: 'Takes waiting messages back; prompts among them are answered as cancelled.',
		params: queue.QueueRemoveParams,
		result: queue.QueueRemoved,
	},
	'queue/clear': {
		description: 'Takes all waiting messages back.',
		params: session.SessionParams,
		result: queue.QueueRemoved,
	},
	'hooks/register': {
		description: 'Interferes as a plugin does.',
		params: hooks.HooksRegisterParams,
		result: hooks.HooksRegisterResult,
	},
	'hooks/unregister': {
		description: 'Takes hooks back. One that is asked is waited for no longer: a guard denies that one call.',
		params: hooks.UnregisterParams,
		result: connection.Empty,
	},
	'tools/register': {
		description: 'Offers tools that the client runs.',
		params: tools.ToolsRegisterParams,
		result: tools.ToolsRegisterResult,
	},
	'tools/unregister': {
		description: 'Takes tools back. One that runs is waited for no longer: its call fails.',
		params: hooks.UnregisterParams,
		result: connection.Empty,
	},
	'tools/list': {
		description: 'The tools that a session offers.',
		params: session.SessionParams,
		result: tools.ToolList,
	},
	'models/list': { description: 'The models to choose from.', params: connection.Empty, result: models.ModelList },
	'commands/register': {
		description: 'Offers commands that the client runs, and prompts that the server makes of a template.',
		params: commands.CommandsRegisterParams,
		result: commands.CommandsRegisterResult,
	},
	'commands/unregister': {
		description: 'Takes commands back. One that runs is waited for no longer: it has failed.',
		params: hooks.UnregisterParams,
		result: connection.Empty,
	},
	'commands/list': {
		description: 'What a person may ask for by name.',
		params: session.SessionParams,
		result: commands.CommandList,
	},
	'commands/run': {
		description: 'Runs a command. `$/cancelRequest` aborts it.',
		params: commands.CommandRunParams,
		result: commands.CommandResult,
	},
	'plugins/list': { description: 'The plugins and their state.', params: connection.Empty, result: plugins.PluginList },
	'plugins/load': {
		description: 'Loads a plugin from a path. Its code runs in the server.',
		params: plugins.PluginLoadParams,
		result: plugins.PluginResult,
	},
	'plugins/reload': {
		description: 'Takes a plugin out and loads it again from where it came.',
		params: plugins.PluginParams,
		result: plugins.PluginResult,
	},
	'plugins/unload': {
		description: 'Takes a plugin out, with all it registered.',
		params: plugins.PluginParams,
		result: connection.Empty,
	},
	'settings/get': {
		description: 'What is set in the settings file of whoever runs the server; secrets are `***`.',
		params: settings.SettingsGetParams,
		result: settings.SettingsValue,
	},
	'settings/set': {
		description: 'Changes the settings file; what makes no sense there is refused.',
		params: settings.SettingsSetParams,
		result: connection.Empty,
	},
	'ui/request': {
		description:
			'Asks the person before a session in the name of the caller, through every client that can ask one; the first answer counts. Where there is nobody, the default holds.',
		params: questions.UiRequestParams,
		result: questions.UiRequestResult,
	},
	'ui/notify': {
		description: 'Tells the person before a session something in the name of the caller: a `notice`.',
		params: questions.UiNotifyParams,
		result: connection.Empty,
	},
	'server/status': { description: 'How the server fares.', params: connection.Empty, result: status.ServerStatus },
} as const satisfies Record<string, Method>;

/** What a client may tell the server without an answer. */
export const clientNotifications = {
	exit: { description: 'Ends the process.', params: connection.Empty },
	'plugin/ready': {
		description: 'A plugin that the server started has registered all it has. Other clients need not say it.',
		params: connection.Empty,
	},
	'session/ack': { description: 'Gives credit back: the client has taken events.', params: subscription.AckParams },
	'$/progress': { description: "A client's tool says something.", params: tools.ProgressParams },
} as const;

/** What the server may ask of a client. */
export const serverRequests = {
	'hook/call': {
		description:
			'Asks a hook. A veto answers a Verdict; a transform null (unchanged), a HookValue, or at `context` a ContextPatch by itself; what an observer answers is ignored.',
		params: hooks.HookCallParams,
		result: hooks.Verdict.or(hooks.ContextPatch).or(hooks.HookValue).nullable(),
	},
	'ui/ask': {
		description:
			"Asks a client that has the capability `ui` for a person's answer; the first client's counts, the others get `$/cancelRequest`. Null: this client does not answer.",
		params: questions.UiAskParams,
		result: questions.UiAnswer.nullable(),
	},
	'tool/execute': { description: "Runs a client's tool.", params: tools.ToolExecuteParams, result: ToolResult },
	'tool/preview': {
		description:
			"Asks what a call of a client's tool is about to do, to show it before anybody judges it. `$/cancelRequest` when that takes longer than the tool's `timeoutMs`, or five seconds; the call goes on without.",
		params: tools.ToolPreviewParams,
		result: tools.ToolPreview,
	},
	'command/execute': {
		description: "Runs a client's command. `$/cancelRequest` when nobody waits for its answer any longer.",
		params: commands.CommandExecuteParams,
		result: commands.CommandAnswer,
	},
} as const satisfies Record<string, Method>;

/** What the server tells a client without an answer. */
export const serverNotifications = {
	'session/event': { description: 'Something happened in a session.', params: subscription.SessionEventParams },
} as const;

/** Definitions that no method names by itself, but clients need. */
export const moreDefinitions = [SessionEvent, ToolProgress, ToolCallInfo, ...hooks.hookForms] as const;

/** The parameters of a request, as its handler gets them. */
export type Params<M extends keyof typeof clientRequests> = z.infer<(typeof clientRequests)[M]['params']>;

/** The answer of a request. */
export type Result<M extends keyof typeof clientRequests> = z.infer<(typeof clientRequests)[M]['result']>;
