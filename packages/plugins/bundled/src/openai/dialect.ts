import type { ThinkingStyle } from './model-entry.ts';

/** What one service takes and gives differently from others that speak chat completions. */
export interface Dialect {
	/** The field that limits the output. */
	readonly limitField: 'max_tokens' | 'max_completion_tokens';
	/** Whether usage in a stream must be asked for; some refuse the question and send it anyway. */
	readonly asksUsage: boolean;
	/** The field in which thinking goes back to the model while it works with tools; absent where it must not. */
	readonly thinkingField?: 'reasoning_content' | 'reasoning';
	/** What the ids of calls must be: at most 40 characters, or exactly nine letters and digits. */
	readonly callIds: 'short' | 'nine';
	/** How a model that nothing is known of is told to think. */
	readonly thinking: ThinkingStyle;
}

/** A service that is known by its name. */
export interface KnownService {
	readonly baseUrl: string;
	/** The environment variable with its key. */
	readonly keyVariable?: string;
	readonly dialect: Dialect;
}

const none: ThinkingStyle = { kind: 'none' };

/** What is least likely to be refused by a service that is not known. */
const anyone: Dialect = {
	limitField: 'max_tokens',
	asksUsage: true,
	thinkingField: 'reasoning_content',
	callIds: 'short',
	thinking: none,
};
const openai: Dialect = { limitField: 'max_completion_tokens', asksUsage: true, callIds: 'short', thinking: none };
const openrouter: Dialect = { ...anyone, thinkingField: 'reasoning', thinking: { kind: 'reasoning' } };
const effort: Dialect = { ...anyone, thinkingField: 'reasoning', thinking: { kind: 'effort', off: 'omit' } };
const switched: Dialect = { ...anyone, thinking: { kind: 'switch' } };
const mistral: Dialect = { limitField: 'max_tokens', asksUsage: false, callIds: 'nine', thinking: none };

const services: Readonly<Record<string, KnownService>> = {
	openai: { baseUrl: 'https://api.openai.com/v1', keyVariable: 'OPENAI_API_KEY', dialect: openai },
	openrouter: { baseUrl: 'https://openrouter.ai/api/v1', keyVariable: 'OPENROUTER_API_KEY', dialect: openrouter },
	groq: {
		baseUrl: 'https://api.groq.com/openai/v1',
		keyVariable: 'GROQ_API_KEY',
		dialect: { ...effort, thinking: none },
	},
	deepseek: { baseUrl: 'https://api.deepseek.com', keyVariable: 'DEEPSEEK_API_KEY', dialect: switched },
	mistral: { baseUrl: 'https://api.mistral.ai/v1', keyVariable: 'MISTRAL_API_KEY', dialect: mistral },
	xai: { baseUrl: 'https://api.x.ai/v1', keyVariable: 'XAI_API_KEY', dialect: { ...anyone, thinking: none } },
	zai: { baseUrl: 'https://api.z.ai/api/paas/v4', keyVariable: 'ZAI_API_KEY', dialect: switched },
	moonshot: { baseUrl: 'https://api.moonshot.ai/v1', keyVariable: 'MOONSHOT_API_KEY', dialect: anyone },
	qwen: {
		baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
		keyVariable: 'DASHSCOPE_API_KEY',
		dialect: { ...anyone, thinking: { kind: 'enable' } },
	},
	ollama: { baseUrl: 'http://127.0.0.1:11434/v1', dialect: effort },
	'llama.cpp': { baseUrl: 'http://127.0.0.1:8080/v1', dialect: anyone },
	vllm: { baseUrl: 'http://127.0.0.1:8000/v1', dialect: anyone },
};

/** The service of that name, if it is known. */
export function knownService(name: string): KnownService | undefined {
	return Object.hasOwn(services, name) ? services[name] : undefined;
}

/** How to speak to a base URL: by its host where that is known, else by the name its endpoint was given. */
export function dialectFor(baseUrl: string | undefined, name: string): Dialect {
	const host = hostOf(baseUrl ?? services.openai?.baseUrl);
	if (/(?:^|\.)(?:azure\.com|openai\.com)$/.test(host)) return openai;
	const byHost = Object.values(services).find((service) => hostOf(service.baseUrl) === host && !isLocal(host));
	if (byHost !== undefined) return byHost.dialect;
	return name === 'openai' ? anyone : (knownService(name)?.dialect ?? anyone);
}

function hostOf(url: string | undefined): string {
	return URL.canParse(url ?? '') ? new URL(url as string).hostname : '';
}

function isLocal(host: string): boolean {
	return host === '127.0.0.1' || host === 'localhost';
}
