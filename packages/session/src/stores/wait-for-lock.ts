import { type Lock, takeLock } from './lock.ts';

/** Milliseconds between two tries, and how long is tried at least. */
const pauseMs = 10;
const patienceMs = 30_000;

/**
 * Takes a lock, after those who hold it now: whoever takes it so does all that it does at once, without waiting for anything, and
 * releases it. Rejects when it is held for 30 s.
 */
export async function waitForLock(folder: string): Promise<Lock> {
	const until = performance.now() + patienceMs;
	for (;;) {
		const taking = takeLock(folder);
		if ('lock' in taking) return taking.lock;
		if (performance.now() > until)
			throw new Error(
				`the lock ${folder} is held by process ${taking.owner.pid} since ${patienceMs} ms; end it if it hangs, and try again`,
			);
		await new Promise((resume) => setTimeout(resume, pauseMs));
	}
}
