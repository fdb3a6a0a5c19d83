import { describe, expect, it } from 'vitest';
import { emitPythonPoints } from './emit-python-points.ts';
import { readProtocol } from './protocol.ts';

describe('emitPythonPoints', () => {
	const text = emitPythonPoints(readProtocol());

	it('a point that is asked has its own payload, answer and term', () => {
		expect(text).toContain(`    def on(
        self, point: Literal["tool_call"], /, *, hook_id: str | None = None, timeout_ms: float | None = None, on_failure: OnFailure = None
    ) -> Registering[ToolCallInfo, Block]: ...`);
		expect(text).toContain(`    def on(
        self, point: Literal["input"], /, *, hook_id: str | None = None, timeout_ms: float | None = None, required: bool | None = None
    ) -> Registering[InputPayload, list[NewMessage]]: ...`);
	});

	it('an event is a point whose payload is its own type, and a point that looks on no event is given what is not known', () => {
		expect(text).toContain(`    def on(
        self, point: Literal["message_update"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[MessageUpdate, object]: ...`);
		expect(text).toContain(`    def on(
        self, point: Literal["session_start"], /, *, hook_id: str | None = None, timeout_ms: float | None = None
    ) -> Registering[UnknownEvent, object]: ...`);
		expect(text).not.toContain('Literal["gap"]');
	});
});
