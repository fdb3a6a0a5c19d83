import { describe, expect, it } from 'vitest';
import { goName, snakeCase, unknownName } from './name.ts';

describe('names', () => {
	it.each([
		['toolCallId', 'tool_call_id', 'ToolCallID'],
		['newMessageIds', 'new_message_ids', 'NewMessageIDs'],
		['costUsd', 'cost_usd', 'CostUSD'],
		['url', 'url', 'URL'],
		['max_turns', 'max_turns', 'MaxTurns'],
		['SessionEvent', 'session_event', 'SessionEvent'],
		['JSONObject', 'json_object', 'JSONObject'],
		['custom:note', 'custom_note', 'CustomNote'],
	])('%s is %s in Python and %s in Go', (name, python, go) => {
		expect(snakeCase(name)).toBe(python);
		expect(goName(name)).toBe(go);
	});

	it('what a union does not know is named after its last word', () => {
		expect(unknownName('SessionEvent')).toBe('UnknownEvent');
		expect(unknownName('Message')).toBe('UnknownMessage');
	});
});
