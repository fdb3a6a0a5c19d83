/** What the API allows a tool's name to be. */
const allowed = /^[A-Za-z0-9_-]{1,64}$/;

/** Our names of tools and the API's, both ways. */
export interface ToolNames {
	/** The name to send for one of ours, also one that is not offered any more. */
	toApi(name: string): string;
	/** Our name for one that came back; a name nobody knows stays as it is. */
	fromApi(name: string): string;
}

/** Maps names that the API does not allow (dots, blanks, too long) to ones it does, no two to the same; the same list gives the same names. */
export function createToolNames(names: readonly string[]): ToolNames {
	const sent = new Map<string, string>();
	const taken = new Set(names.filter((name) => allowed.test(name)));
	for (const name of names) {
		if (sent.has(name)) continue;
		const mapped = allowed.test(name) ? name : freeName(name, taken);
		taken.add(mapped);
		sent.set(name, mapped);
	}
	const received = new Map([...sent].map(([ours, theirs]) => [theirs, ours]));
	return {
		toApi: (name) => sent.get(name) ?? cleaned(name, 64),
		fromApi: (name) => received.get(name) ?? name,
	};
}

function freeName(name: string, taken: ReadonlySet<string>): string {
	let free = cleaned(name, 64);
	for (let nth = 2; taken.has(free); nth += 1) free = `${cleaned(name, 60)}_${nth}`;
	return free;
}

function cleaned(name: string, length: number): string {
	return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, length) || 'tool';
}
