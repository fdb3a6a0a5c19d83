/**
 * Compares a value with what a transcript says; `bound` keeps what `$id:` and `$bind:` names stand for.
 *
 * @param {any} wanted
 * @param {any} found
 * @param {Map<string, unknown>} bound
 * @param {string} path where in the message the two stand
 * @returns {string | undefined} the first difference, undefined if there is none
 */
export function difference(wanted, found, bound = new Map(), path = '') {
	if (typeof wanted === 'string' && wanted.startsWith('$')) return placeholderDifference(wanted, found, bound, path);
	if (wanted === null || typeof wanted !== 'object') return wanted === found ? undefined : differs(path, wanted, found);
	if (found === null || typeof found !== 'object' || Array.isArray(wanted) !== Array.isArray(found)) {
		return differs(path, wanted, found);
	}
	for (const key of new Set([...Object.keys(wanted), ...Object.keys(found)])) {
		const here = `${path}/${key}`;
		if (!Object.hasOwn(found, key)) return `${here}: expected ${brief(wanted[key])}, found nothing`;
		if (!Object.hasOwn(wanted, key)) return `${here}: expected nothing, found ${brief(found[key])}`;
		const inner = difference(wanted[key], found[key], bound, here);
		if (inner !== undefined) return inner;
	}
	return undefined;
}

/**
 * Replaces the placeholders that stand for values: bound names and repetitions.
 *
 * @param {any} value
 * @param {Map<string, unknown>} bound
 * @returns {any} a copy
 */
export function fill(value, bound = new Map()) {
	if (typeof value === 'string' && value.startsWith('$')) return fillPlaceholder(value, bound);
	if (Array.isArray(value)) return value.map((item) => fill(item, bound));
	if (value === null || typeof value !== 'object') return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, bound)]));
}

/**
 * @param {string} wanted
 * @param {unknown} found
 * @param {Map<string, unknown>} bound
 * @param {string} path
 */
function placeholderDifference(wanted, found, bound, path) {
	if (wanted === '$any') return undefined;
	if (wanted.startsWith('$has:')) {
		const part = wanted.slice('$has:'.length);
		return typeof found === 'string' && found.includes(part) ? undefined : differs(path, wanted, found);
	}
	const name = boundName(wanted);
	if (name !== undefined && !bound.has(name)) {
		bound.set(name, found);
		return undefined;
	}
	const value = fillPlaceholder(wanted, bound);
	return value === found ? undefined : differs(path, value, found);
}

/**
 * @param {string} text
 * @param {Map<string, unknown>} bound
 */
function fillPlaceholder(text, bound) {
	const name = boundName(text);
	if (name !== undefined) {
		if (!bound.has(name)) throw new Error(`"${text}" is used before a client message bound it`);
		return bound.get(name);
	}
	const repeat = /^\$repeat:(\d+):(.*)$/s.exec(text);
	return repeat?.[2] === undefined ? text : repeat[2].repeat(Number(repeat[1]));
}

/** @param {string} text */
function boundName(text) {
	return /^\$(?:id|bind):(.+)$/.exec(text)?.[1];
}

/**
 * @param {string} path
 * @param {unknown} wanted
 * @param {unknown} found
 */
function differs(path, wanted, found) {
	return `${path || '/'}: expected ${brief(wanted)}, found ${brief(found)}`;
}

/** @param {unknown} value */
function brief(value) {
	const text = JSON.stringify(value) ?? 'nothing';
	return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
}
