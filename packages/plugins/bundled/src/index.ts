export { anthropic } from './anthropic/plugin.ts';
export { codingTools } from './coding-tools/plugin.ts';
export { demoModel } from './demo-model/plugin.ts';
export { openai } from './openai/plugin.ts';
