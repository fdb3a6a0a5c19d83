import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { openClient } from './open-client.ts';

it.each([
	['.', process.cwd()],
	['test/../test', join(process.cwd(), 'test')],
	['/', '/'],
])("a session's folder %s is seen from the program, wherever the server was started", async (cwd, seen) => {
	const { myelin } = await openClient({ cwd: '/' });
	const session = await myelin.createSession({ cwd });
	expect((await session.state()).cwd).toBe(seen);
});

it('a session without a folder works in the one of the server', async () => {
	const { myelin } = await openClient({ cwd: '/' });
	expect((await (await myelin.createSession()).state()).cwd).toBe('/');
});

it('a folder that is no text is refused by the server', async () => {
	const { myelin } = await openClient();
	await expect(myelin.createSession({ cwd: 7 as never })).rejects.toMatchObject({ code: 'INVALID_PARAMS' });
});

it("a plugin's path is seen from the program", async () => {
	const { myelin, folder } = await openClient({ cwd: '/' });
	const path = join(folder, 'quiet.mjs');
	writeFileSync(path, "export default { name: 'quiet', setup() {} };");
	expect(await myelin.loadPlugin(relative(process.cwd(), path))).toMatchObject({ name: 'quiet', status: 'loaded' });
});
