import type { HookScope, Notice, OwnEvent, PluginError, PluginStatus } from '@myelin/session';
import type { Logger, Unregister } from './plugin.ts';

/** What the host says outside any call of a session. */
export type HostReport = PluginError | PluginStatus | Notice;

/** Who hears of it. */
export interface Reports {
	/** A session is open until its scope's signal aborts: it is told on its own stream, `first` to begin with. */
	open(scope: HookScope, first: readonly HostReport[]): void;
	/** Says something in a session, if it is open. */
	say(sessionId: string, event: OwnEvent): void;
	/** The sessions that are open. */
	sessions(): ReadonlySet<string>;
	listen(listener: (report: HostReport) => void): Unregister;
	/**
	 * Tells every open session that is meant, all if nobody says which, `here` even if it is not known to be open, and every listener.
	 * What nobody hears, and what a listener throws, goes to the log.
	 */
	tell(report: HostReport, isMeant?: (sessionId: string) => boolean, here?: HookScope): void;
}

/** Reports without listeners. */
export function createReports(log: Logger): Reports {
	const sessions = new Set<HookScope>();
	const listeners = new Set<{ readonly hear: (report: HostReport) => void }>();
	const guarded = (report: HostReport, hear: (report: HostReport) => void) => {
		try {
			hear(report);
		} catch (thrown) {
			log.error(`a listener for ${report.type} failed:`, thrown);
		}
	};
	return {
		open(scope, first) {
			sessions.add(scope);
			for (const report of first) guarded(report, scope.report);
			scope.signal.addEventListener('abort', () => sessions.delete(scope), { once: true });
		},
		sessions: () => new Set([...sessions].map(({ sessionId }) => sessionId)),
		say(sessionId, event) {
			for (const scope of [...sessions]) if (scope.sessionId === sessionId) scope.report(event);
		},
		listen(hear) {
			const listener = { hear };
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		tell(report, isMeant = () => true, here) {
			const told = [...sessions].filter(({ sessionId }) => isMeant(sessionId));
			if (here !== undefined && !told.some(({ sessionId }) => sessionId === here.sessionId)) told.push(here);
			if (listeners.size === 0 && told.length === 0) unheard(report, log);
			for (const { report: say } of told) guarded(report, say);
			for (const { hear } of [...listeners]) guarded(report, hear);
		},
	};
}

function unheard(report: HostReport, log: Logger): void {
	switch (report.type) {
		case 'plugin_error':
			log.error(`plugin ${report.plugin}, ${report.hook}: ${report.message}`);
			break;
		case 'plugin_status':
			log.debug(`plugin ${report.plugin} is ${report.status}`, report.message ?? '');
			break;
		case 'notice':
			log.info(report.message);
			break;
	}
}
