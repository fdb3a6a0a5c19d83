import { describe, expect, it } from 'vitest';
import { createRegistrations } from './registrations.ts';

const nothing = () => Promise.resolve();

describe('registrations', () => {
	it('need no waiting when there are none, or all are in force', async () => {
		const registrations = createRegistrations();
		expect(registrations.settled()).toBeUndefined();
		const { registered } = registrations.add(Promise.resolve(), nothing);
		expect(registrations.settled()).toBeDefined();
		await registered;
		expect(registrations.settled()).toBeUndefined();
	});

	it('that were refused are told to everybody who waits, until they are taken back', async () => {
		const registrations = createRegistrations();
		const unregister = registrations.add(Promise.reject(new Error('refused')), nothing);
		await expect(registrations.settled()).rejects.toThrow('refused');
		await expect(registrations.settled()).rejects.toThrow('refused');
		await expect(unregister.registered).rejects.toThrow('refused');
		await unregister();
		expect(registrations.settled()).toBeUndefined();
	});

	it('are undone once, however often that is asked', async () => {
		let undone = 0;
		const unregister = createRegistrations().add(Promise.resolve(), async () => {
			undone += 1;
		});
		await Promise.all([unregister(), unregister()]);
		await unregister();
		expect(undone).toBe(1);
	});
});
