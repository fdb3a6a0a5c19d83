import { emitTypeScript } from './emit-typescript.ts';
import { type Protocol, printProtocol } from './protocol.ts';

/** Every generated file: its path from the top of the repository, and its text. */
export function generate(protocol: Protocol): Readonly<Record<string, string>> {
	return {
		'packages/rpc-server/schema/protocol.json': printProtocol(protocol),
		'packages/clients/typescript/src/generated/protocol.ts': emitTypeScript(protocol),
	};
}
