import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** Is told of groups by lines, `+ 12` and `- 12`. When the lines end, the one who wrote them is gone: it kills the groups that are left. */
const script = `
live=' '
while read -r sign pid; do
	case $sign in
	+) live="$live$pid " ;;
	-) live="\${live%% $pid *} \${live#* $pid }" ;;
	esac
done
for pid in $live; do kill -s KILL -- "-$pid"; done`;

/** Outlives this process for a moment, also when it is killed and can do nothing any more, and then ends what this process leaves behind. */
export class GroupWatch {
	readonly #live = new Set<number>();
	#watcher: ChildProcess | undefined;

	/** From now on this group dies with this process. */
	add(pid: number): void {
		this.#live.add(pid);
		if (this.#watcher === undefined) this.#start();
		else this.#tell(`+ ${pid}\n`);
	}

	/** The group has ended: its number may be somebody else's soon. */
	remove(pid: number): void {
		if (this.#live.delete(pid)) this.#tell(`- ${pid}\n`);
	}

	/** It holds none of our pipes, gets no signal of our terminal, and keeps nobody from ending. Without it nothing is lost but this. */
	#start(): void {
		const watcher = spawn('/bin/sh', ['-c', script], { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
		const forget = () => {
			if (this.#watcher === watcher) this.#watcher = undefined;
		};
		watcher.on('error', forget).on('exit', forget);
		watcher.stdin?.on('error', forget);
		watcher.unref();
		(watcher.stdin as Socket | null)?.unref();
		this.#watcher = watcher;
		this.#tell([...this.#live].map((pid) => `+ ${pid}\n`).join(''));
	}

	#tell(lines: string): void {
		this.#watcher?.stdin?.write(lines);
	}
}
