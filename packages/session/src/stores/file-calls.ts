import { fdatasync, ftruncateSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

/** The calls that change a session's file, so that a test can let them fail. */
export interface FileCalls {
	/** Bytes written, which may be fewer than given. */
	write(fd: number, bytes: Uint8Array, position: number): number;
	truncate(fd: number, size: number): void;
	sync(fd: number): Promise<void>;
}

const datasync = promisify(fdatasync);

/** The calls of this system. Writing goes to the page cache and takes microseconds, less than asking another thread for it. */
export const systemFileCalls: FileCalls = {
	write: (fd, bytes, position) => writeSync(fd, bytes, 0, bytes.length, position),
	truncate: (fd, size) => ftruncateSync(fd, size),
	sync: (fd) => datasync(fd),
};

/** Writes everything, or throws. */
export function writeAll(calls: FileCalls, fd: number, bytes: Uint8Array, position: number): void {
	for (let done = 0; done < bytes.length; ) {
		const count = calls.write(fd, bytes.subarray(done), position + done);
		if (count <= 0) throw new Error(`the file took ${done} of ${bytes.length} bytes`);
		done += count;
	}
}
