import type { Model } from '@myelin/core';
import type { Plugin } from '@myelin/plugins';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { modelsOf } from './model-call.ts';
import { piecewiseFetch } from './piecewise-fetch.ts';
import { type Replay, type ReplayServer, startReplayServer } from './replay-server.ts';

/** The first model of a provider, and what its server answers next. */
export interface ReplayedModel {
	model(): Model;
	/** Plays an answer, in reads of so many bytes or, whole, over loopback. */
	play(replay: Replay): void;
}

/** Serves a provider's plugin with recorded answers, for the tests of the file that calls it. */
export function replayedModel(provider: Plugin): ReplayedModel {
	let server: ReplayServer;
	let model: Model;
	let playing: Replay;
	beforeAll(async () => {
		server = await startReplayServer(() => playing);
		model = (await modelsOf(provider, { baseUrl: server.url }))[0] as Model;
	});
	afterEach(() => vi.unstubAllGlobals());
	afterAll(() => server.close());
	return {
		model: () => model,
		play(replay) {
			playing = replay;
			if (replay.pieceBytes !== undefined)
				vi.stubGlobal(
					'fetch',
					piecewiseFetch(() => replay),
				);
		},
	};
}
