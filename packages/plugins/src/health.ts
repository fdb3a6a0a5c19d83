/** After this many failures in a row of one hook its plugin is quarantined. */
export const quarantineAfter = 5;

/** What a call means for the health of a hook: how many times in a row it has failed now, and whether that is too often. */
export function afterCall(failuresInRow: number, failed: boolean): { failuresInRow: number; quarantine: boolean } {
	const now = failed ? failuresInRow + 1 : 0;
	return { failuresInRow: now, quarantine: now >= quarantineAfter };
}
