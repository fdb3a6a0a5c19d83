import { pointKinds } from '../../packages/plugins/src/plugin.ts';
import { defaultTimeoutMs, type PointKind, pointNames } from '../../packages/plugins/src/points.ts';
import { capitalised } from './name.ts';
import { code, page, table } from './page.ts';
import type { Point } from './read-points.ts';

/** What a hook that throws, takes too long or answers nonsense means, by its kind. */
const failures: Readonly<Record<PointKind, string>> = {
	veto: "denies; with `onFailure: 'allow'` it does not",
	transform: 'is skipped and reported; with `required: true` the run ends with `HOOK_FAILED`',
	observe: 'is reported',
};

/** Where that is otherwise. */
const otherFailures: Partial<Record<keyof typeof pointKinds, string>> = {
	input: 'is skipped and reported; with `required: true` what was said is refused with `HOOK_FAILED`',
	tool_args: 'denies the call',
	compaction: 'is skipped and reported; with `required: true` nothing is compacted (`COMPACTION_FAILED`)',
	tool_result: 'is skipped and reported; with `required: true` the result is withheld',
};

/** The reference page of the points where plugins interfere. Throws when a point's kind and its declaration are not both there. */
export function emitHooks(points: readonly Point[]): string {
	const declared = points.map(({ name }) => name).sort();
	if (declared.join() !== Object.keys(pointKinds).sort().join())
		throw new Error('Points and pointKinds do not name the same points');
	const events = pointNames().filter((name) => !Object.hasOwn(pointKinds, name));
	return page('Hooks', 'packages/plugins/src/plugin.ts', [
		'Where plugins, and clients by `hooks/register`, interfere. Types are those of `@myelin/plugins`; answering nothing changes and denies nothing. [Plugins](../plugins.md) tells how to use them.',
		table(
			['Point', 'Kind', 'Meaning', 'Payload', 'Answer', 'Time', 'When it fails'],
			points.map((point) => row(point)),
		),
		'## Events',
		`Every [event](events.md) is a point of its own, to observe: its payload is the event, its answer is ignored, it has ${seconds('observe')}, and a failure ${failures.observe}.`,
		events.map(code).join(' '),
	]);
}

function row({ name, meaning, payload, answer }: Point): readonly string[] {
	const point = name as keyof typeof pointKinds;
	const kind = pointKinds[point];
	const failure = otherFailures[point] ?? failures[kind];
	return [code(name), kind, capitalised(meaning), typeText(payload), typeText(answer), seconds(kind), failure];
}

function typeText(type: string): string {
	if (type === 'undefined' || type === 'Readonly<Record<string, never>>') return '–';
	return code(type.replaceAll('readonly ', ''));
}

function seconds(kind: PointKind): string {
	return `${defaultTimeoutMs[kind] / 1000} s`;
}
