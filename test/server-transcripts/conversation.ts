import type { Message, Script } from './scenarios.ts';
import type { Surroundings } from './scripted-server.ts';

/** One step of a bare client: something it sends, or how far it listens: to the answer of an id, a method or an event type. */
export type WireStep = { readonly client: Message } | { readonly text: string } | { readonly until: number | string };

/** A conversation that no client library has any part in. */
export interface WireScenario extends Surroundings {
	readonly note: string;
	readonly script?: Script;
	readonly steps: readonly WireStep[];
}

/** A request whose answer is waited for, when it has its id. */
interface Ask {
	readonly ask: string;
	readonly params: Message;
}

/** Asks for something and listens until it is answered. */
export function ask(method: string, params: Message = {}): Ask {
	return { ask: method, params };
}

/** Sends a message and does not wait. */
export function send(message: Message): WireStep {
	return { client: message };
}

/** Listens until a message of this method, or an event of this type, or the answer of this id has come. */
export function until(what: number | string): WireStep {
	return { until: what };
}

/** The first request of every client that is served. */
export function hello(capabilities?: Message): Ask {
	const clientInfo = { name: 'bare' };
	const protocolVersion = { min: 1, max: 1 };
	return ask('initialize', { clientInfo, protocolVersion, ...(capabilities === undefined ? {} : { capabilities }) });
}

/** Runs a prompt to its end: whatever comes after it begins in silence. */
export function run(text: string, promptId: string): readonly (Ask | WireStep)[] {
	return [ask('session/prompt', { sessionId: 's1', promptId, text }), until('session_idle')];
}

/** Gives each request the next id. */
export function numbered(...steps: readonly (Ask | WireStep)[]): readonly WireStep[] {
	let id = 0;
	return steps.flatMap((step): WireStep[] => {
		if (!('ask' in step)) return [step];
		id += 1;
		return [{ client: { id, method: step.ask, params: step.params } }, { until: id }];
	});
}
