// usage: node scripts/write-code-cache.cjs SERVER.CJS CHUNKS FOLDER
// Runs a server as `node SERVER.CJS` would, and at its end writes what Node has compiled of each module in CHUNKS by then into FOLDER.
const { mkdirSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { basename, dirname, join, sep } = require('node:path');
const { Script } = require('node:vm');

const [server = '', chunks = '', folder = ''] = process.argv.splice(2, 3);
/** @type {any} */
const modules = Module.prototype;
const compile = modules._compile;
/** What V8 keeps of a script that itself imports has lost by whom: such a chunk is compiled as ever. No code has a quote or a letter before it. */
const importsItself = /(?<![\w$.'"`])import\(/;
/** @type {Map<string, import('node:vm').Script>} */
const scripts = new Map();

/**
 * @param {string} code
 * @param {string} filename
 * @param {unknown[]} more
 */
modules._compile = function (code, filename, ...more) {
	if (!filename.startsWith(chunks + sep) || importsItself.test(code))
		return compile.call(this, code, filename, ...more);
	const script = new Script(Module.wrap(code), { filename });
	scripts.set(filename, script);
	const run = script.runInThisContext();
	return run.call(this.exports, this.exports, Module.createRequire(filename), this, filename, dirname(filename));
};

process.on('exit', () => {
	mkdirSync(folder, { recursive: true });
	for (const [filename, script] of scripts) {
		const name = `${basename(filename)}.${process.version}-${process.arch}`;
		writeFileSync(join(folder, name), script.createCachedData());
	}
});

require(server);
