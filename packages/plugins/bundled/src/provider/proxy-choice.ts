/**
 * The proxy for a URL by the environment's HTTPS_PROXY, HTTP_PROXY and NO_PROXY (lower case goes first), or undefined. This machine itself is never asked
 * for through one. NO_PROXY lists hosts, with or without a port; each means its subdomains too, and `*` means all.
 */
export function proxyFor(url: URL, env: NodeJS.ProcessEnv): URL | undefined {
	const scheme = url.protocol === 'https:' ? 'https' : 'http';
	const said = env[`${scheme}_proxy`] || env[`${scheme.toUpperCase()}_PROXY`];
	if (!said || isThisMachine(url.hostname)) return undefined;
	const exceptions = (env.no_proxy || env.NO_PROXY || '').split(/[\s,]+/).filter(Boolean);
	if (exceptions.some((exception) => isExcepted(url, exception))) return undefined;
	const proxy = said.includes('://') ? said : `http://${said}`;
	return URL.canParse(proxy) && new URL(proxy).protocol === 'http:' ? new URL(proxy) : undefined;
}

function isExcepted({ hostname, port, protocol }: URL, exception: string): boolean {
	if (exception === '*') return true;
	const [, name = '', ownPort] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(exception.toLowerCase()) ?? [];
	if (ownPort !== undefined && ownPort !== (port || (protocol === 'https:' ? '443' : '80'))) return false;
	return hostname === name || hostname.endsWith(`.${name}`);
}

function isThisMachine(host: string): boolean {
	return host === 'localhost' || host === '[::1]' || /^127\./.test(host);
}
