import type { Client } from '../client.ts';
import type { Call } from '../connection.ts';
import type { Params, Result } from '../methods.ts';
import type { ClientMethod } from '../validate.ts';
import * as commands from './commands.ts';
import * as goals from './goals.ts';
import * as history from './history.ts';
import * as person from './person.ts';
import * as plugins from './plugins.ts';
import * as prompt from './prompt.ts';
import * as queue from './queue.ts';
import * as registration from './registration.ts';
import * as session from './session.ts';
import * as settings from './settings.ts';
import { status } from './status.ts';
import * as subscription from './subscription.ts';

/** What an initialized client may ask. `initialize` itself is the connection's. */
type Handlers = {
	readonly [M in Exclude<ClientMethod, 'initialize'>]: (
		params: Params<M>,
		client: Client,
		call: Call,
	) => Result<M> | Promise<Result<M>>;
};

/** Each method and the one function that answers it. */
export const handlers: Handlers = {
	shutdown: session.shutDown,
	'session/create': session.create,
	'session/open': session.open,
	'session/list': session.list,
	'session/delete': session.remove,
	'session/state': session.state,
	'session/attach': subscription.attach,
	'session/detach': subscription.detach,
	'session/close': session.close,
	'session/setModel': session.setModel,
	'session/setThinkingLevel': session.setThinkingLevel,
	'session/setGoal': goals.setGoal,
	'session/setTools': session.setTools,
	'session/rename': history.rename,
	'session/label': history.label,
	'session/entries': history.entries,
	'session/navigate': history.navigate,
	'session/compact': history.compact,
	'session/fork': history.fork,
	'session/prompt': prompt.prompt,
	'session/steer': prompt.steer,
	'session/followUp': prompt.followUp,
	'session/abort': prompt.abort,
	'queue/list': queue.list,
	'queue/remove': queue.remove,
	'queue/clear': queue.clear,
	'hooks/register': registration.registerHooks,
	'hooks/unregister': registration.unregisterHooks,
	'tools/register': registration.registerTools,
	'tools/unregister': registration.unregisterTools,
	'tools/list': registration.listTools,
	'models/list': registration.listModels,
	'commands/register': registration.registerCommands,
	'commands/unregister': registration.unregisterCommands,
	'commands/list': commands.list,
	'commands/run': commands.run,
	'plugins/list': plugins.list,
	'plugins/load': plugins.load,
	'plugins/reload': plugins.reload,
	'plugins/unload': plugins.unload,
	'settings/get': settings.get,
	'settings/set': settings.set,
	'ui/request': person.request,
	'ui/notify': person.notify,
	'server/status': status,
};
