import { availableParallelism } from 'node:os';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

const conditions = ['@myelin/source', ...defaultServerConditions];

export default defineConfig({
	resolve: { conditions },
	ssr: { resolve: { conditions } },
	test: {
		reporters: ['./scripts/plain-reporter.mjs'],
		// Files share a process: loading everything anew for each of them takes twice as long as all tests do. What a test
		// sets (environment, fake clocks, handlers of the process) it puts back.
		isolate: false,
		// Half of the tests wait for processes; vitest alone would run one file at a time on two cores.
		maxWorkers: Math.max(2, availableParallelism() - 1),
		globalSetup: ['test/temporary-folder.ts'],
		// Ends a test that hangs, on a busy machine too; it measures nothing.
		testTimeout: 20_000,
		projects: [
			{
				extends: true,
				test: { name: 'unit', include: ['packages/**/src/**/*.test.ts', 'scripts/**/*.test.ts'] },
			},
			{
				extends: true,
				test: {
					name: 'integration',
					include: ['test/**/*.test.ts'],
					globalSetup: ['test/bundle-server.ts'],
				},
			},
		],
	},
});
