export { type Issue, issueText } from '@myelin/core';
export type { CommandInfo } from './command-registry.ts';
export {
	HookError,
	type HookErrorCode,
	HostError,
	type HostErrorCode,
	hostErrors,
	type SettingIssue,
} from './errors.ts';
export { runProgram } from './exec.ts';
export { contentOf, type FolderEntry, isInside } from './folder-content.ts';
export { folderHash } from './folder-hash.ts';
export type { PluginHost, PluginHostOptions } from './host-contract.ts';
export type { Isolation, PluginProgram, Recheck, RunningProgram } from './isolation.ts';
export { jsonCopy } from './json-copy.ts';
export { issuesOf } from './json-schema-check.ts';
export { loadPlugin } from './load-plugin.ts';
export { assertPinned } from './pinned-code.ts';
export { nameFromSource, pluginOf } from './plugin-check.ts';
export { holdsPlugin, packageFolder } from './plugin-file.ts';
export type { JoinOptions, PluginHandle } from './plugin-handle.ts';
export { createPluginHost } from './plugin-host.ts';
export type { HookInfo, PluginInfo, PluginState } from './plugin-record.ts';

export { checkedSettings } from './plugin-settings.ts';
export { defaultTimeoutMs, eventNames, type PointKind, pointKind, pointNames } from './points.ts';
export type { HostReport } from './reports.ts';
export type { CommandOutcome, CommandSource } from './run-command.ts';
export { type Action, callAfter, callEvery, type TimerPorts } from './timers.ts';
export { toolFromSpec } from './tool-from-spec.ts';
export { createTrustStore, type Trust, type TrustStore } from './trust.ts';
export { createUi, type Heard, type UiPorts } from './ui.ts';
export type { Voice } from './voice.ts';
