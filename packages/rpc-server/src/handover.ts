import type { Framing } from './framing/framing.ts';

/** An `initialize` that has been found valid. */
export interface ClientHello {
	readonly clientInfo: { readonly name: string; readonly version?: string };
	/** The version that both sides speak. */
	readonly protocolVersion: number;
	readonly capabilities: Readonly<Record<string, unknown>>;
}

/** What the first-answer entry passes to the server it has loaded. */
export interface Handover {
	/** The command line after the script's name. */
	readonly argv: readonly string[];
	/** The framing in which the first answer was given; absent where none was. */
	readonly framing?: Framing;
	/** Bytes that were read from standard input and not used: they come before what can still be read. */
	readonly firstBytes: Uint8Array;
	/** The `initialize` that has been answered already; absent where the server has to answer it. */
	readonly hello?: ClientHello;
}
