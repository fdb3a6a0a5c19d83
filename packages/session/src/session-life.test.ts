import { fakeClock } from '@myelin/core/testing';
import { expect, it } from 'vitest';
import type { OwnEvent } from './events.ts';
import { type HookScope, noHooks } from './hooks.ts';
import { SessionLife } from './session-life.ts';

const lost = (plugin: string): OwnEvent => ({ type: 'plugin_status', plugin, status: 'lost' });

/** A life whose beginning says `first`, with the scope that whoever interferes was given. */
function begun(...first: readonly OwnEvent[]) {
	const said: OwnEvent[] = [];
	let given: HookScope | undefined;
	const life = new SessionLife({
		hooks: {
			...noHooks,
			lifecycle(_point, scope) {
				given ??= scope;
				for (const event of first) scope.report(event);
			},
		},
		clock: fakeClock(),
		scope: (signal) => ({ sessionId: 's1', cwd: '/work', signal, report: (event) => said.push(event) }),
	});
	life.begin();
	return { life, said, report: (event: OwnEvent) => given?.report(event) };
}

it('what is said at the beginning waits until somebody hears it, in its order, and is said once', () => {
	const { life, said, report } = begun(lost('a'), lost('b'));
	report(lost('c'));
	expect(said).toEqual([]);
	life.heard();
	life.heard();
	expect(said).toEqual([lost('a'), lost('b'), lost('c')]);
});

it('what is said later is said at once', () => {
	const { life, said, report } = begun();
	life.heard();
	report(lost('a'));
	expect(said).toEqual([lost('a')]);
});
