import { SessionError } from './errors.ts';
import type { HookScope, SessionHooks, SessionStep } from './hooks.ts';

const meanings = {
	session_before_navigate: 'go to another entry',
	session_before_fork: 'be forked',
	session_before_delete: 'be deleted',
	session_before_compact: 'be compacted',
} as const satisfies Record<SessionStep['point'], string>;

/** Asks everybody who guards what a session does to itself, and says what they decided. Rejects with `DENIED`, naming who denied it and why. */
export async function askBefore(step: SessionStep, hooks: SessionHooks, scope: HookScope): Promise<void> {
	const outcome = await hooks.before(step, scope);
	if (outcome === undefined) return;
	const { decisions, blocked } = outcome;
	const answer = blocked === undefined ? 'allow' : 'block';
	scope.report({ type: 'session_decision', point: step.point, answer, decisions });
	if (blocked === undefined) return;
	const by = decisions.at(-1)?.by;
	throw new SessionError(
		'DENIED',
		`session ${scope.sessionId} may not ${meanings[step.point]}, says plugin ${by}: ${blocked.reason}`,
	);
}
