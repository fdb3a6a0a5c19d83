import type { Notice, PluginError, PluginStatus } from '@myelin/session';
import type { Logger, Unregister } from './plugin.ts';

/** What the host says outside any call of a session. */
export type HostReport = PluginError | PluginStatus | Notice;

/** Who hears of it. */
export interface Reports {
	listen(listener: (report: HostReport) => void): Unregister;
	/** Tells every listener. What nobody hears, and what a listener throws, goes to the log. */
	tell(report: HostReport): void;
}

/** Reports without listeners. */
export function createReports(log: Logger): Reports {
	const listeners = new Set<{ readonly hear: (report: HostReport) => void }>();
	return {
		listen(hear) {
			const listener = { hear };
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		tell(report) {
			if (listeners.size === 0) unheard(report, log);
			for (const { hear } of [...listeners]) {
				try {
					hear(report);
				} catch (thrown) {
					log.error(`a listener for ${report.type} failed:`, thrown);
				}
			}
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
