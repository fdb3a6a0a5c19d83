import * as z from 'zod';
import { define } from '../define.ts';

export const SettingsGetParams = define(
	'SettingsGetParams',
	'Which setting: the names of its members from the top, joined by dots; all of them if it is absent.',
	z.object({ key: z.string().min(1).optional() }),
);

export const SettingsValue = define(
	'SettingsValue',
	'What is set, in the form that the settings file has; absent where nothing is. A member that is named like a secret is `***`.',
	z.object({ value: z.unknown().optional() }),
);

export const SettingsSetParams = define(
	'SettingsSetParams',
	'The setting and what it becomes; null takes it away. Written to the settings file, and in force for what is read of it from then on.',
	z.object({ key: z.string().min(1), value: z.unknown() }),
);
