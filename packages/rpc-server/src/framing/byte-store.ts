const smallestBlock = 1024;
const largestBlock = 64 * 1024;

/**
 * Collects the bytes of one message that comes in several chunks. It copies them, so that a chunk of one byte costs
 * one byte and no chunk is kept alive.
 */
export interface ByteStore {
	readonly size: number;
	add(bytes: Buffer): void;
	/** Returns all bytes as one buffer and forgets them. */
	take(): Buffer;
}

/** An empty store. */
export function createByteStore(): ByteStore {
	let blocks: Buffer[] = [];
	let room = Buffer.alloc(0);
	let size = 0;

	function addBlock(): void {
		room = Buffer.allocUnsafeSlow(Math.min(Math.max(smallestBlock, size), largestBlock));
		blocks.push(room);
	}

	return {
		get size() {
			return size;
		},
		add(bytes) {
			let copied = 0;
			while (copied < bytes.length) {
				if (room.length === 0) addBlock();
				const count = bytes.copy(room, 0, copied);
				room = room.subarray(count);
				copied += count;
				size += count;
			}
		},
		take() {
			const all = Buffer.concat(blocks, size);
			blocks = [];
			room = Buffer.alloc(0);
			size = 0;
			return all;
		},
	};
}
