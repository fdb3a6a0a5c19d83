import { afterEach, describe, expect, it, vi } from 'vitest';
import { createByteStore } from './byte-store.ts';

const mebibyte = 1 << 20;

/** The bytes of each buffer that is made, in order. */
function watchBuffers(): number[] {
	const sizes: number[] = [];
	const make = Buffer.allocUnsafeSlow.bind(Buffer);
	vi.spyOn(Buffer, 'allocUnsafeSlow').mockImplementation((size) => {
		sizes.push(size);
		return make(size);
	});
	vi.spyOn(Buffer, 'concat').mockImplementation(() => {
		throw new Error('a message was put together a second time');
	});
	return sizes;
}

describe('the bytes of a message', () => {
	afterEach(() => vi.restoreAllMocks());

	it('come back as one buffer, and are forgotten', () => {
		const store = createByteStore(100);
		for (const part of ['ab', 'c', '', 'def']) store.add(Buffer.from(part));
		expect(store.size).toBe(6);
		expect(store.take().toString()).toBe('abcdef');
		expect(store.size).toBe(0);
		store.add(Buffer.from('gh'));
		expect(store.take().toString()).toBe('gh');
	});

	it('are not changed by what comes behind a message that was taken', () => {
		const store = createByteStore(100);
		store.add(Buffer.from('first'));
		const first = store.take();
		store.add(Buffer.from('other'));
		expect(first.toString()).toBe('first');
	});

	it('need room for no more than the limit, however many chunks they come in, and no second buffer when they are taken', () => {
		const sizes = watchBuffers();
		const store = createByteStore(8 * mebibyte);
		const chunk = Buffer.alloc(64 * 1024, 'x');
		for (let count = 0; count < 128; count += 1) store.add(chunk);
		expect(store.take().length).toBe(8 * mebibyte);
		expect(sizes).toEqual([mebibyte, 8 * mebibyte]);
	});

	it('are dropped without a second buffer', () => {
		const sizes = watchBuffers();
		const store = createByteStore(mebibyte);
		store.add(Buffer.alloc(mebibyte));
		store.drop();
		expect(store.size).toBe(0);
		expect(sizes).toEqual([mebibyte]);
	});

	it('of one more than the limit have room too', () => {
		const store = createByteStore(2);
		store.add(Buffer.from('abc'));
		expect(store.take().toString()).toBe('abc');
	});
});
