import type { ModelMessage, ModelRequest, ToolDefinition } from '@myelin/plugins';
import { answerFrom } from './answer.ts';
import { besidesFailure } from './asked-failure.ts';
import { chooseTool } from './choose-tool.ts';
import { type Exchange, exchangeOf, textOf } from './exchange.ts';
import { explicitCalls, type PlannedCall } from './explicit-calls.ts';
import { fillArguments } from './fill-arguments.ts';
import { promptTokens, stepsOf } from './prompt-tokens.ts';
import { propertiesOf } from './tool-schema.ts';

const maxRounds = 8;

/** What the model is going to say. Without calls the answer is final. */
export interface Plan {
	readonly thinking: string | undefined;
	readonly text: string;
	readonly calls: readonly PlannedCall[];
}

interface Step {
	readonly text: string;
	readonly calls: readonly PlannedCall[];
	readonly because: string;
}

/**
 * Decides what to say to a request, from the request alone. A prompt's steps (parted by `then`) are one tool round each;
 * after the last one the results are told. No call is made twice in an exchange and no exchange has more than 8 rounds, so it always ends.
 */
export function planFor(request: ModelRequest): Plan {
	const exchange = exchangeOf(request);
	const prompt = textOf([...exchange.prompts, ...exchange.later]);
	const step = nextStep(exchange, request.tools);
	const thinks = request.thinkingLevel !== 'off' || /\bthink(?:ing)?\b/i.test(prompt);
	return {
		thinking: thinks ? step.because : undefined,
		text: step.text,
		calls: step.calls,
	};
}

function nextStep(exchange: Exchange, tools: readonly ToolDefinition[]): Step {
	const open = exchange.round < maxRounds ? candidates(exchange, tools) : [];
	const step = open.find((candidate) => !candidate.calls.some((call) => wasMade(call, exchange)));
	if (step !== undefined) return step;
	if (exchange.results.length > 0) return told(exchange, tools);
	return { text: introduction(tools), calls: [], because: 'No tool fits what was asked, so I say what I am.' };
}

/** What could be done now: what was said after the last round goes first, and a failure ends the prompt's own steps. */
function candidates(exchange: Exchange, tools: readonly ToolDefinition[]): Step[] {
	const earlier = exchange.results.find((result) => !result.isError)?.text;
	const stepsIn = (messages: readonly ModelMessage[]) =>
		messages
			.flatMap((message) => stepsOf(besidesFailure(textOf([message]))))
			.flatMap((text) => stepFor(text, tools, earlier) ?? []);
	const own = stepsIn(exchange.prompts).slice(exchange.round, exchange.round + 1);
	if (exchange.round === 0) return own;
	const failed = exchange.results.some((result) => result.isError);
	return [...stepsIn(exchange.later), ...(failed ? [] : own)].filter((step) => step.calls.length > 0);
}

function told(exchange: Exchange, tools: readonly ToolDefinition[]): Step {
	const names = [...new Set(exchange.results.map((result) => result.call.name))].join(', ');
	const asked = besidesFailure(textOf([...exchange.prompts, ...exchange.later]));
	return {
		text: answerFrom(exchange.results, asked, tools),
		calls: [],
		because: `I have what ${names} answered; I tell what was asked for.`,
	};
}

function stepFor(text: string, tools: readonly ToolDefinition[], earlier: string | undefined): Step | undefined {
	const spelled = explicitCalls(text, tools);
	if (spelled.length > 0) return calling(spelled, 'The prompt spells out what to call.');
	const tokens = promptTokens(text);
	const choice = chooseTool(tokens, tools);
	if (choice === undefined) return undefined;
	const { tool, matched } = choice;
	const because = `The prompt speaks of ${matched.length > 0 ? matched.join(', ') : 'what it needs'}; of the ${tools.length} tools offered, ${tool.name} fits best.`;
	const filled = fillArguments(tool, { text, earlier });
	if (!filled.ok) return { text: asking(tool, filled.missing), calls: [], because };
	return calling(oncePerPath(tool, filled.args, text), because);
}

function calling(calls: readonly PlannedCall[], because: string): Step {
	const names = [...new Set(calls.map((call) => call.name))].join(' and ');
	return { text: `I will use ${names}${calls.length > 1 ? ` (${calls.length} calls)` : ''}.`, calls, because };
}

function asking(tool: ToolDefinition, missing: readonly string[]): string {
	const example = missing.map((name) => `${name}="…"`).join(' ');
	return `I would use ${tool.name}, but the prompt does not say its ${missing.join(' and ')}. Say it like this: ${tool.name} ${example}`;
}

/** One call for each path named, where a tool takes just one. */
function oncePerPath(tool: ToolDefinition, args: PlannedCall['args'], text: string): PlannedCall[] {
	const single = propertiesOf(tool.jsonSchema).filter(
		(property) => property.role === 'path' && property.type === 'string',
	);
	const paths = promptTokens(text).filter((token) => token.kind === 'path');
	const [only, ...others] = single;
	if (only === undefined || others.length > 0 || paths.length < 2) return [{ name: tool.name, args }];
	return [...new Set(paths.map((path) => path.text))].map((path) => ({
		name: tool.name,
		args: { ...args, [only.name]: path },
	}));
}

function wasMade(call: PlannedCall, exchange: Exchange): boolean {
	const same = JSON.stringify(call);
	return exchange.made.some((made) => JSON.stringify(made) === same);
}

function introduction(tools: readonly ToolDefinition[]): string {
	const offered =
		tools.length === 0 ? 'No tools are offered' : `Offered here: ${tools.map((tool) => tool.name).join(', ')}`;
	return (
		'I am the demo model: a few rules, no network, no intelligence. I call the tools I am offered when a prompt speaks of them, and tell what they answer. ' +
		`${offered}. Call one with \`name key="value"\`, join steps with \`then\`, and try \`think\`, \`slow\` or \`fail with overloaded twice\`.`
	);
}
