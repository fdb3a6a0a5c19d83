/**
 * A guard with a bug: not every call has a URL. It throws then, and a guard that fails denies.
 * @type {import('@myelin/plugins').Plugin}
 */
export default {
	name: 'broken-guard',
	setup(myelin) {
		myelin.on('tool_call', ({ args }) => {
			const { hostname } = new URL(String(args.url));
			return hostname.endsWith('.example') ? undefined : { block: true, reason: `${hostname} is not ours` };
		});
	},
};
