import type { Archive } from './archive.ts';
import type { CompactionResult } from './compaction/compactor.ts';
import type { Conversation } from './conversation.ts';
import type { ForkPoint } from './fork-session.ts';
import type { SessionStep } from './hooks.ts';
import type { OwnChanges } from './own-changes.ts';
import type { CompactOptions, StepOptions } from './session-options.ts';
import type { SessionStore } from './store.ts';

/** What a step of a session needs of it. */
export interface OwnStepsPorts {
	readonly archive: Archive;
	readonly conversation: Conversation;
	readonly changes: OwnChanges;
	/** Asks everybody who guards the session. Rejects with `DENIED`. */
	ask(step: SessionStep): Promise<void>;
	/** Throws where nothing may be changed (any more). */
	assertWritable(): void;
}

/**
 * What a session does to itself while nothing else goes on, once its guards have been asked. A compaction that goes on is waited for, and
 * until then `signal` calls it off. Each rejects with `SESSION_BUSY`, `CANCELLED`, `DENIED`.
 */
export class OwnSteps {
	readonly #ports: OwnStepsPorts;

	constructor(ports: OwnStepsPorts) {
		this.#ports = ports;
	}

	/** Goes on behind another entry, null for the beginning. Rejects with `ENTRY_NOT_FOUND`. */
	async navigate(entryId: string | null, { signal }: StepOptions = {}): Promise<void> {
		const { archive, ask, changes, conversation } = this.#ports;
		if (entryId !== null) archive.assertEntry(entryId);
		const go = async () => {
			await ask({ point: 'session_before_navigate', entryId });
			const from = archive.leaf;
			await changes.write({ type: 'leaf', data: { entryId } });
			conversation.goOn(await archive.branch());
			void conversation.say({ type: 'branch_changed', from, to: entryId });
		};
		await conversation.runs.alone('goes to another entry', go, { signal });
	}

	/** Makes another session of what stands up to an entry. Rejects with `SESSION_EXISTS`, `ENTRY_NOT_FOUND`. */
	async fork(store: SessionStore, point: ForkPoint, { signal }: StepOptions = {}): Promise<void> {
		const { archive, ask, conversation } = this.#ports;
		const fork = async () => {
			const { entryId = archive.leaf, sessionId: newSessionId } = point;
			await ask({ point: 'session_before_fork', entryId, newSessionId });
			await archive.fork(store, point);
		};
		await conversation.runs.alone('is being forked', fork, { signal });
	}

	/** Lets a summary stand for the older messages; prompts meanwhile wait. Rejects as `Compactor.byHand` does; its guards are asked there. */
	async compact({ instructions, signal }: CompactOptions = {}): Promise<CompactionResult> {
		const { assertWritable, conversation } = this.#ports;
		assertWritable();
		const { runs, work } = conversation;
		const compact = (own: AbortSignal) =>
			work.compactor.byHand(instructions, signal === undefined ? own : AbortSignal.any([signal, own]));
		return runs.alone('is being compacted', compact, { prompts: 'wait', signal });
	}

	/** Only asks whether the session may be deleted. */
	askDelete({ signal }: StepOptions = {}): Promise<void> {
		const { ask, conversation } = this.#ports;
		return conversation.runs.alone('is being deleted', () => ask({ point: 'session_before_delete' }), { signal });
	}
}
