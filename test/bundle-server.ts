import { bundle } from '../scripts/bundle.mjs';

/** Bundles the server once before the tests that spawn it; its path is `serverPath` of `scripts/bundle.mjs`. */
export default async function bundleServer(): Promise<void> {
	await bundle();
}
