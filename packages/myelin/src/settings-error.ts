import type { SettingIssue } from '@myelin/plugins/host';

/** Thrown for settings that are none: `issues` says of each fault where it is, what belongs there and what was found. */
export class SettingsError extends Error {
	override readonly name = 'SettingsError';
	readonly code = 'INVALID_SETTINGS';
	readonly issues: readonly SettingIssue[];

	constructor(message: string, issues: readonly SettingIssue[], cause?: unknown) {
		super(message, cause === undefined ? undefined : { cause });
		this.issues = issues;
	}
}

/** One fault, told as `text` behind the name of its place; `before` names the file. */
export function settingFault(path: SettingIssue['path'], text: string, before = ''): SettingsError {
	const message = `${placeText(path)}: ${text}`;
	return new SettingsError(`${before}${message}`, [{ path, message }]);
}

function placeText(path: SettingIssue['path']): string {
	if (path.length === 0) return 'the settings';
	return path.map((key, place) => (typeof key === 'number' ? `[${key}]` : place === 0 ? key : `.${key}`)).join('');
}
