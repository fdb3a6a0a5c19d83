/** Which run an envelope, or a state, speaks of, where it does. */
export interface RunNames {
	readonly runId?: string;
	readonly promptIds?: readonly string[];
}
