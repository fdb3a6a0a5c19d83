/** Requests whose answers may be as large as a session. */
const largeAnswers: ReadonlySet<string> = new Set(['session/entries']);

/** How long one of them may keep others waiting, in ms: a disk that hangs holds nobody. */
const mostMs = 1000;

/** The large answers that are being made. */
export interface LargeAnswers {
	/** Whether one is being made, so that no other may be begun. */
	readonly isBusy: boolean;
	/** Makes an answer. */
	make<T>(method: string, work: () => Promise<T>): Promise<T>;
}

/** None is being made at first. `onFree` is called when others may be begun again. */
export function createLargeAnswers(onFree: () => void): LargeAnswers {
	let count = 0;
	return {
		get isBusy() {
			return count > 0;
		},
		async make(method, work) {
			if (!largeAnswers.has(method)) return work();
			count += 1;
			let release = () => {
				release = () => {};
				count -= 1;
				onFree();
			};
			const timer = setTimeout(() => release(), mostMs);
			try {
				return await work();
			} finally {
				clearTimeout(timer);
				release();
			}
		},
	};
}
