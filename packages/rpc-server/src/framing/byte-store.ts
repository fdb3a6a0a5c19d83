const smallestRoom = 1024;
/** A store that is full gets room for so many times its bytes: little is copied again, and memory that nothing is written to costs nothing. */
const growth = 16;

/**
 * Collects the bytes of one message that comes in several chunks. It copies them, so that a chunk of one byte costs
 * one byte and no chunk is kept alive; it never holds a message twice.
 */
export interface ByteStore {
	readonly size: number;
	add(bytes: Buffer): void;
	/** Returns all bytes as one buffer, which is not copied, and forgets them. */
	take(): Buffer;
	/** Forgets all bytes. */
	drop(): void;
}

/** An empty store, for messages of up to `maxBytes`; it makes no room for more before they come. */
export function createByteStore(maxBytes: number): ByteStore {
	let room = Buffer.alloc(0);
	let size = 0;

	function makeRoom(needed: number): void {
		const wanted = Math.min(maxBytes, Math.max(smallestRoom, needed * growth));
		const larger = Buffer.allocUnsafeSlow(Math.max(needed, wanted));
		room.copy(larger, 0, 0, size);
		room = larger;
	}

	function drop(): void {
		room = Buffer.alloc(0);
		size = 0;
	}

	return {
		get size() {
			return size;
		},
		add(bytes) {
			const needed = size + bytes.length;
			if (needed > room.length) makeRoom(needed);
			size += bytes.copy(room, size);
		},
		take() {
			const all = room.subarray(0, size);
			drop();
			return all;
		},
		drop,
	};
}
