import type { Replay } from './replay-server.ts';

/**
 * A `fetch` that answers at once with what `replay` says, its body in reads of exactly `pieceBytes` each: what loopback cannot promise, at a
 * thousandth of its cost.
 */
export function piecewiseFetch(replay: () => Replay): typeof fetch {
	return async () => {
		const { status = 200, headers, body, pieceBytes = Number.POSITIVE_INFINITY } = replay();
		return new Response(inPieces(Buffer.from(body), pieceBytes), {
			status,
			headers: { 'content-type': 'text/event-stream', ...headers },
		});
	};
}

function inPieces(body: Uint8Array, pieceBytes: number): ReadableStream<Uint8Array> {
	let at = 0;
	return new ReadableStream(
		{
			pull(controller) {
				if (at >= body.length) return controller.close();
				controller.enqueue(body.subarray(at, at + pieceBytes));
				at += pieceBytes;
			},
		},
		{ highWaterMark: 0 },
	);
}
