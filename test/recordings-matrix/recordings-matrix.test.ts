import { beforeAll, describe, expect, it } from 'vitest';
import { anthropicRecordings, comparable, expectedOf, type GoldenMessage } from '../recordings.ts';
import { has, languages, playRecordings } from './play-recordings.ts';

const recordings = anthropicRecordings().filter(({ final }) => final !== undefined);
const modelId = 'claude-sonnet-5-5';

describe.skipIf(recordings.length === 0)(
	'recorded streams through real clients (skipped where shared/recordings is absent)',
	() => {
		describe.each(languages)('%s', (language) => {
			// With CI=true a missing language is a failure.
			describe.runIf(has(language) || process.env.CI === 'true')('gets what the vendor says', () => {
				let messages: Awaited<ReturnType<typeof playRecordings>>;

				beforeAll(async () => {
					messages = await playRecordings(language, recordings, modelId);
				}, 180_000);

				const cases = recordings.map(({ name, final }, place) => [name, final, place] as const);

				it.each(cases)('%s', (_name, final, place) => {
					const golden = expectedOf(final as GoldenMessage);
					const message = messages[place];
					expect(message && comparable(message)).toEqual(golden);
				});
			});
		});
	},
);
