export { countingIds, type FakeClock, fakeClock } from './fake-clock.ts';
export { checkGrammar } from './grammar.ts';
export { type Recording, recordEvents, replayHistory } from './record-events.ts';
export {
	calling,
	type ScriptedAnswer,
	type ScriptedModel,
	type ScriptStep,
	saying,
	scriptedModel,
} from './scripted-model.ts';
