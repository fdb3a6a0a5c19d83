import { expect, it } from 'vitest';
import { parseTransportOptions } from './options.ts';

it('takes its own options in both spellings and leaves the rest in order', () => {
	expect(parseTransportOptions([])).toEqual({ options: { maxFrameBytes: 33_554_432 }, rest: [] });
	expect(parseTransportOptions(['rpc', '--framing', 'lines', '--x', '1', '--max-frame=2048', 'y'])).toEqual({
		options: { framing: 'lines', maxFrameBytes: 2048 },
		rest: ['rpc', '--x', '1', 'y'],
	});
	expect(parseTransportOptions(['--framing=headers', '--', '--framing', 'lines'])).toEqual({
		options: { framing: 'headers', maxFrameBytes: 33_554_432 },
		rest: ['--', '--framing', 'lines'],
	});
});

it('takes the path of a socket', () => {
	expect(parseTransportOptions(['--socket', '/run/m.sock', 'y'])).toEqual({
		options: { maxFrameBytes: 33_554_432, socket: '/run/m.sock' },
		rest: ['y'],
	});
});

it.each([
	[['--socket'], '--socket must be a path, not "".'],
	[['--socket', '--cwd'], '--socket must be a path, not "--cwd".'],
	[['--framing', 'xml'], '--framing must be lines or headers, not "xml".'],
	[['--framing'], '--framing must be lines or headers, not "".'],
	[['--framing', '--', 'lines'], '--framing must be lines or headers, not "".'],
	[['--max-frame', '32MB'], '--max-frame must be bytes from 1024 to 536870888, not "32MB".'],
	[['--max-frame=-1'], '--max-frame must be bytes from 1024 to 536870888, not "-1".'],
	[['--max-frame=1e9'], '--max-frame must be bytes from 1024 to 536870888, not "1e9".'],
	[['--max-frame', '1023'], '--max-frame must be bytes from 1024 to 536870888, not "1023".'],
	[['--max-frame', '536870889'], '--max-frame must be bytes from 1024 to 536870888, not "536870889".'],
])('says what is wrong with %j', (argv, problem) => {
	expect(parseTransportOptions(argv)).toEqual({ problem });
});
