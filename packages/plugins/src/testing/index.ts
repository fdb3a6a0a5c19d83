export { calling, type ScriptedAnswer, saying } from '@myelin/core/testing';
export { bareApi } from './bare-api.ts';
export { type HostedPlugin, type HostedPluginOptions, hostPlugin } from './hosted-plugin.ts';
export { type ScriptedPerson, scriptedPerson } from './scripted-person.ts';
