import { budgetLeft, type Goal, spentBudget } from './goal.ts';

const howToWork = [
	'Nobody is there to answer questions: decide what a person would, and use tools to get on and to check what you did.',
	'When all of the goal is reached and you have checked that it is, call update_goal with status "complete".',
	'When you cannot go on without a person, call update_goal with status "blocked" and say what you need.',
].join(' ');

/** What a goal's next run begins with. */
export function goalPrompt(goal: Goal): string {
	const { text, used } = goal;
	const first = used.runs === 0;
	const what = first
		? `[This is a goal that you work towards by yourself. ${howToWork}]`
		: `[You go on by yourself towards the goal above. So far ${count(used.runs, 'run')} of it ended without the goal being reached. ${howToWork}]`;
	return [text, what, ...roomLeft(goal)].join('\n\n');
}

function roomLeft(goal: Goal): readonly string[] {
	const { runs, tokens, costUsd } = budgetLeft(goal);
	if (spentBudget(goal) !== undefined) return [];
	const left = [
		...(runs === undefined ? [] : [count(runs, 'run')]),
		...(tokens === undefined ? [] : [`${tokens} tokens`]),
		...(costUsd === undefined ? [] : [`$${costUsd.toFixed(2)}`]),
	];
	return left.length === 0 ? [] : [`[Left of its budget: ${left.join(', ')}.]`];
}

function count(number: number, what: string): string {
	return `${number} ${what}${number === 1 ? '' : 's'}`;
}
