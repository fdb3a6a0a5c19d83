export { type Issue, issueText } from './argument-check.ts';
export { HookError, type HookErrorCode, HostError, type HostErrorCode, hostErrors } from './errors.ts';
export { issuesOf } from './json-schema-check.ts';
export { createPluginHost, type PluginHandle, type PluginHost, type PluginHostOptions } from './plugin-host.ts';
export type { HookInfo, PluginInfo, PluginState } from './plugin-record.ts';
export type { HostReport } from './reports.ts';
