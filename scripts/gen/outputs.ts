import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptedOf, printAccepted } from './accepted.ts';
import { emitGo } from './emit-go.ts';
import { emitHooks } from './emit-hooks.ts';
import { emitPython } from './emit-python.ts';
import { emitPythonPoints } from './emit-python-points.ts';
import { emitReference } from './emit-reference.ts';
import { emitTypeScript } from './emit-typescript.ts';
import { type Protocol, printProtocol } from './protocol.ts';
import { readPoints } from './read-points.ts';

/** What declares the points where plugins interfere. */
const contract = join(import.meta.dirname, '../../packages/plugins/src/plugin.ts');

/** Every generated file: its path from the top of the repository, and its text. */
export function generate(protocol: Protocol): Readonly<Record<string, string>> {
	const pages = Object.entries(emitReference(protocol));
	return {
		'packages/rpc-server/schema/protocol.json': printProtocol(protocol),
		'packages/rpc-server/schema/accepted.json': printAccepted(acceptedOf(protocol)),
		'packages/clients/typescript/src/generated/protocol.ts': emitTypeScript(protocol),
		'packages/clients/python/src/myelin/_generated/__init__.py': '"""Written by `pnpm gen`."""\n',
		'packages/clients/python/src/myelin/_generated/protocol.py': emitPython(protocol),
		'packages/clients/python/src/myelin/_generated/on_point.py': emitPythonPoints(protocol),
		'packages/clients/go/generated.go': emitGo(protocol),
		'docs/reference/hooks.md': emitHooks(readPoints(contract, readFileSync(contract, 'utf8'))),
		...Object.fromEntries(pages.map(([name, text]) => [`docs/reference/${name}`, text])),
	};
}
