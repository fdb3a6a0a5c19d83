import { expect, it } from 'vitest';
import { readDefinitions } from './definitions.ts';
import { findParsed } from './parsed.ts';
import { tinyProtocol } from './testing/tiny-protocol.ts';

it('only what a client receives and holds a union needs a parser', () => {
	expect([...findParsed(tinyProtocol, readDefinitions(tinyProtocol))].sort()).toEqual(['Dog', 'Pet']);
});
