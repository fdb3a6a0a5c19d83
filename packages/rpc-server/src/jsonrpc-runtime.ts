import { RAL } from 'vscode-jsonrpc';

type Runtime = ReturnType<typeof RAL>;

const timer: Runtime['timer'] = {
	setTimeout(callback, ms, ...args) {
		const handle = setTimeout(callback, ms, ...args);
		return { dispose: () => clearTimeout(handle) };
	},
	setImmediate(callback, ...args) {
		const handle = setImmediate(callback, ...args);
		return { dispose: () => clearImmediate(handle) };
	},
	setInterval(callback, ms, ...args) {
		const handle = setInterval(callback, ms, ...args);
		return { dispose: () => clearInterval(handle) };
	},
};

/**
 * Gives `vscode-jsonrpc` its runtime unless it has one. Its own (`vscode-jsonrpc/node`) loads five more built-in
 * modules; what it has beyond timers and console serves only the stock reader and writer.
 */
export function installJsonRpcRuntime(): void {
	try {
		RAL();
	} catch {
		RAL.install({ timer, console } as unknown as Runtime);
	}
}
