import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

const conditions = ['@myelin/source', ...defaultServerConditions];

export default defineConfig({
	resolve: { conditions },
	ssr: { resolve: { conditions } },
	test: {
		reporters: ['./scripts/plain-reporter.mjs'],
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
					testTimeout: 20_000,
				},
			},
		],
	},
});
