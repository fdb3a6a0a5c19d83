import { describe, expect, it } from 'vitest';
import type { Requests } from './connection.ts';
import { createRegistrations } from './registrations.ts';

const nothing = () => Promise.resolve();
const requests = { request: () => Promise.reject(new Error('unused')), notify() {} } satisfies Requests;
const loss = new Error('lost');

function open(recovered: Promise<void> = Promise.resolve()) {
	return createRegistrations({ requests, recovered: (error) => (error === loss ? recovered : undefined) });
}

describe('registrations', () => {
	it('need no waiting when there are none, or all are in force', async () => {
		const registrations = open();
		expect(registrations.settled()).toBeUndefined();
		const { registered } = registrations.add(nothing, nothing);
		expect(registrations.settled()).toBeDefined();
		await registered;
		expect(registrations.settled()).toBeUndefined();
	});

	it('that were refused are told to everybody who waits, until they are taken back', async () => {
		const registrations = open();
		const unregister = registrations.add(() => Promise.reject(new Error('refused')), nothing);
		await expect(registrations.settled()).rejects.toThrow('refused');
		await expect(registrations.settled()).rejects.toThrow('refused');
		await expect(unregister.registered).rejects.toThrow('refused');
		await unregister();
		expect(registrations.settled()).toBeUndefined();
	});

	it('are undone once, however often that is asked', async () => {
		let undone = 0;
		const unregister = open().add(nothing, async () => {
			undone += 1;
		});
		await Promise.all([unregister(), unregister()]);
		await unregister();
		expect(undone).toBe(1);
	});

	it('that were on their way when the connection was lost are sent again once there is another', async () => {
		const sent: string[] = [];
		const { registered } = open().add(() => {
			sent.push('sent');
			return sent.length === 1 ? Promise.reject(loss) : Promise.resolve();
		}, nothing);
		await registered;
		expect(sent).toEqual(['sent', 'sent']);
	});

	it('in force are made again on a new connection, in their order; what was taken back is not', async () => {
		const registrations = open();
		const sent: string[] = [];
		const add = (name: string) =>
			registrations.add(async (via) => {
				sent.push(via === requests ? name : `${name} again`);
			}, nothing);
		const kept = [add('a'), add('b'), add('c')];
		await registrations.settled();
		await kept[1]?.();
		await registrations.again({ ...requests });
		expect(sent).toEqual(['a', 'b', 'c', 'a again', 'c again']);
		expect(registrations.settled()).toBeUndefined();
	});

	it('that are refused on the new connection stand in the way of prompts', async () => {
		const registrations = open();
		registrations.add((via) => (via === requests ? Promise.resolve() : Promise.reject(new Error('refused'))), nothing);
		await registrations.settled();
		await registrations.again({ ...requests });
		await expect(registrations.settled()).rejects.toThrow('refused');
	});

	it('are made once more when the new connection is lost as well', async () => {
		const registrations = open();
		const answers = [Promise.resolve(), Promise.reject(loss), Promise.resolve()];
		let sent = 0;
		registrations.add(() => answers[sent++] ?? Promise.resolve(), nothing);
		await registrations.settled();
		await expect(registrations.again(requests)).rejects.toBe(loss);
		await registrations.again(requests);
		expect([sent, registrations.settled()]).toEqual([3, undefined]);
	});
});
