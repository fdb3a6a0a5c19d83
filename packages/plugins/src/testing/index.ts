export { calling, type ScriptedAnswer, saying } from '@myelin/core/testing';
export { type HostedPlugin, type HostedPluginOptions, hostPlugin } from './hosted-plugin.ts';
