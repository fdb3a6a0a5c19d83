import { Myelin } from '@myelin/client';
import { expect, it } from 'vitest';
import { serverPath } from '../../scripts/bundle.mjs';
import { expectNoLeaks } from './leaks.ts';

expectNoLeaks();

it('a program whose server cannot start is told why, whether at its beginning or at the first thing it asks', async () => {
	const late = await Myelin.spawn({ command: [process.execPath, serverPath, '--cwd', '/no/such/folder'] });
	const refused = {
		code: 'START_FAILED',
		message: expect.stringContaining('--cwd /no/such/folder must be a folder that is there'),
	};
	await expect(late.createSession()).rejects.toMatchObject(refused);
	await late.close();

	const early = Myelin.spawn({ command: [process.execPath, serverPath, '--max-frame', 'much'] });
	await expect(early).rejects.toMatchObject({
		code: 'START_FAILED',
		message: expect.stringContaining('--max-frame must be bytes from 1024 to'),
	});
});
