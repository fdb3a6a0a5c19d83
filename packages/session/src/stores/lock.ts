import { randomBytes } from 'node:crypto';
import {
	existsSync,
	linkSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	type Stats,
	statSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';
import { isAlive, type Owner, thisProcess } from './owner.ts';

/** What a lock file says: who holds the lock, or that nobody does. */
type Holder = Owner | 'nobody';

/** A lock that this process holds. */
export interface Lock {
	/** Who has taken the lock over since; nothing while it is still held. */
	lostTo(): Owner | 'nobody' | undefined;
	release(): void;
}

/** The outcome of trying to take a lock. */
export type Taking = { readonly lock: Lock } | { readonly owner: Owner };

/** Others may come between the steps of taking; more often than this in a row is no chance. */
const mostTries = 1000;

/**
 * Takes the lock in `folder`, or tells who holds it. Same host only.
 *
 * The folder holds generations: files named 1, 2, 3 … of which the highest says who holds the lock. A generation is made by
 * linking a finished file to the next name, which fails for all but one, so a kill at any moment leaves the lock either as it was or
 * taken. Generations only rise: lower ones are deleted, from the lowest up, by whoever made a higher one.
 */
export function takeLock(folder: string, isRunning: (owner: Owner) => boolean = isAlive): Taking {
	for (let tries = 0; tries < mostTries; tries++) {
		const newest = newestGeneration(folder);
		if (newest === undefined) {
			makeLock(folder);
			continue;
		}
		const holder = holderOf(join(folder, `${newest}`));
		if (holder === undefined) continue;
		if (holder !== 'nobody' && isRunning(holder)) return { owner: holder };
		if (!makeGeneration(folder, newest + 1, thisProcess())) continue;
		// Whoever passes a generation deletes it before the ones above it: if it still stands, nobody has been here since it was read.
		if (existsSync(join(folder, `${newest}`))) return { lock: held(folder, newest + 1) };
		remove(join(folder, `${newest + 1}`));
	}
	throw new Error(`the lock ${folder} could not be taken in ${mostTries} tries: others kept taking it`);
}

/** Deletes a lock that this process holds, with its folder: at once, so that nobody takes one that is half gone. */
export function deleteLock(folder: string): void {
	const away = `${folder}.${draftName()}`;
	try {
		renameSync(folder, away);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
		throw error;
	}
	rmSync(away, { recursive: true, force: true });
}

function held(folder: string, generation: number): Lock {
	const path = join(folder, `${generation}`);
	const next = join(folder, `${generation + 1}`);
	const own = statSync(path);
	clean(folder, generation);
	const lostTo = () => {
		if (isSame(statSync(path, { throwIfNoEntry: false }), own) && !existsSync(next)) return undefined;
		return holderOf(join(folder, `${newestGeneration(folder)}`)) ?? 'nobody';
	};
	return {
		lostTo,
		release() {
			if (lostTo() === undefined && makeGeneration(folder, generation + 1, 'nobody')) remove(path);
		},
	};
}

function isSame(found: Stats | undefined, own: Stats): boolean {
	return found !== undefined && found.ino === own.ino && found.mtimeMs === own.mtimeMs;
}

function generations(folder: string): number[] {
	return names(folder)
		.filter((name) => /^\d+$/.test(name))
		.map(Number)
		.sort((a, b) => a - b);
}

function newestGeneration(folder: string): number | undefined {
	return generations(folder).at(-1);
}

function names(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
		throw error;
	}
}

/** The folder comes into being with a generation in it, at once: an empty one could be anything. */
function makeLock(folder: string): void {
	makeFolder(dirname(folder));
	const draft = `${folder}.${draftName()}`;
	mkdirSync(draft, { mode: 0o700 });
	writeFileSync(join(draft, '0'), JSON.stringify('nobody'), { mode: 0o600 });
	try {
		renameSync(draft, folder);
	} catch (error) {
		rmSync(draft, { recursive: true, force: true });
		if (!isTaken(error)) throw error;
	}
}

/** Links a finished file in; false if somebody else was first. */
function makeGeneration(folder: string, generation: number, holder: Holder): boolean {
	const draft = join(folder, draftName());
	try {
		writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 });
		linkSync(draft, join(folder, `${generation}`));
		return true;
	} catch (error) {
		if (!isTaken(error) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
		return false;
	} finally {
		remove(draft);
	}
}

function draftName(): string {
	return `draft-${process.pid}-${randomBytes(6).toString('hex')}`;
}

function isTaken(error: unknown): boolean {
	return ['EEXIST', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/** What is below the own generation is over: first the generations from the lowest up, then what killed processes left half made. */
function clean(folder: string, generation: number): void {
	for (const lower of generations(folder)) if (lower < generation) remove(join(folder, `${lower}`));
	for (const name of names(folder)) if (name.startsWith('draft-')) remove(join(folder, name));
}

function remove(path: string): void {
	try {
		unlinkSync(path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
	}
}

/** Nothing if the generation is gone. What cannot be read was not on the disk yet when the machine went down: nobody holds it. */
function holderOf(path: string): Holder | undefined {
	try {
		const holder: unknown = JSON.parse(readFileSync(path, 'utf8'));
		return typeof (holder as Owner | null)?.pid === 'number' ? (holder as Owner) : 'nobody';
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : 'nobody';
	}
}
