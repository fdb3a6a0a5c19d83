import { pointKinds } from '../../packages/plugins/src/plugin.ts';
import { readDefinitions, type UnionDefinition } from './definitions.ts';
import type { Protocol } from './protocol.ts';

type Kinds = typeof pointKinds;
type Asked = { [Point in keyof Kinds]: Kinds[Point] extends 'observe' ? never : Point }[keyof Kinds];

/** What a hook is given where it is asked, and what it may answer, in the words of Python. */
const asked: Readonly<Record<Asked, readonly [payload: string, answer: string]>> = {
	tool_call: ['ToolCallInfo', 'Block'],
	session_before_navigate: ['NavigatePayload', 'Block'],
	session_before_fork: ['ForkPayload', 'Block'],
	session_before_compact: ['CompactPayload', 'Block'],
	session_before_delete: ['Empty', 'Block'],
	compaction: ['CompactionPayload', 'CompactionSummary'],
	input: ['InputPayload', 'list[NewMessage]'],
	tool_args: ['ToolCallInfo', 'Mapping[str, Any]'],
	tool_result: ['ToolResultPayload', 'ToolResultPatch'],
	system_prompt: ['SystemPromptPayload', 'str'],
	context: ['ContextPayload', 'ContextPatch'],
	model_request: ['ModelRequestPayload', 'ModelRequestPatch'],
};

/** The Python client's `on`, typed for each point: one that is asked has its payload and answer, every event its own type. */
export function emitPythonPoints(protocol: Protocol): string {
	const points = Object.entries(asked).map(([point, [payload, answer]]) =>
		overload(`Literal["${point}"]`, termOf(pointKinds[point as Asked]), payload, answer),
	);
	const events = eventsOf(protocol).map(({ name, value }) => overload(`Literal["${value}"]`, [], name, 'object'));
	const others = Object.keys(pointKinds)
		.filter((point) => !Object.hasOwn(asked, point))
		.map((point) => overload(`Literal["${point}"]`, [], 'UnknownEvent', 'object'));
	return [
		'"""Where hooks are registered, typed for each point. Generated from packages/rpc-server/schema/protocol.json by `pnpm gen`."""',
		'',
		'from __future__ import annotations',
		'',
		'from collections.abc import Callable, Mapping',
		'from typing import Any, Literal, overload',
		'',
		'from .._hooks import OnFailure, Registering',
		'from .._points import Block',
		`from .protocol import (\n${importsOf(protocol)}\n)`,
		'',
		'',
		'class OnPoint:',
		'    """Gives a hook what its point has, and takes what it may answer there."""',
		'',
		...[...points, ...events, ...others, overload('HookPoint', [], 'Any', 'Any')].flat(),
		...implementation,
		'',
	].join('\n');
}

const implementation =
	`    def on(self, point: HookPoint, /, *, hook_id: str | None = None, **terms: Any) -> Callable[[Any], Any]:
        """Registers a hook at any point: \`@session.on("tool_result")\`.

        At a veto (\`tool_call\`, \`session_before_…\`) it returns a \`Block\` to deny; at a transform what is to change
        (\`tool_args\` the new arguments, \`system_prompt\` the new text, else a patch); everywhere else it only looks on and
        is given the event of that type. Returning nothing changes nothing. It takes up to \`timeout_ms\`, 0 or infinity
        for no limit. A veto that fails denies, unless \`on_failure\` is \`"allow"\`; a transform that fails is skipped,
        unless it is \`required\`. \`hook_id\` names it in decisions and reports; the function's name if absent. A second
        argument gets a \`HookContext\`.
        """
        return lambda function: self._register_hook(point, function, hook_id, **terms)

    def _register_hook(
        self, point: HookPoint, function: Any, hook_id: str | None, timeout_ms: float | None = None, **terms: Any
    ) -> Any:
        raise NotImplementedError`.split('\n');

function overload(point: string, terms: readonly string[], payload: string, answer: string): readonly string[] {
	const all = ['hook_id: str | None = None', 'timeout_ms: float | None = None', ...terms];
	return [
		'    @overload',
		'    def on(',
		`        self, point: ${point}, /, *, ${all.join(', ')}`,
		`    ) -> Registering[${payload}, ${answer}]: ...`,
	];
}

function termOf(kind: Kinds[Asked]): readonly string[] {
	return kind === 'veto' ? ['on_failure: OnFailure = None'] : ['required: bool | None = None'];
}

/** The events that are points, with their types. */
function eventsOf(protocol: Protocol): UnionDefinition['variants'] {
	const definitions = readDefinitions(protocol);
	const points = definitions.find(({ name }) => name === 'HookPoint');
	const events = definitions.find(({ name }) => name === 'SessionEvent');
	if (points?.kind !== 'enum' || events?.kind !== 'union')
		throw new Error('the protocol has no enum HookPoint or no union SessionEvent');
	return events.variants.filter(({ value }) => points.values.includes(value));
}

function importsOf(protocol: Protocol): string {
	const payloads = Object.values(asked)
		.flat()
		.map((type) => type.replace(/^list\[(.*)\]$/, '$1'));
	const elsewhere = ['Block', 'str', 'Mapping[str, Any]'];
	const names = [...payloads, ...eventsOf(protocol).map(({ name }) => name), 'HookPoint', 'UnknownEvent'];
	return [...new Set(names)]
		.filter((name) => !elsewhere.includes(name))
		.sort()
		.map((name) => `    ${name},`)
		.join('\n');
}
