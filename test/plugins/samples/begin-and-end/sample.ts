import type { Sample } from '../stage.ts';

export default {
	says: 'A plugin hears of each session that begins and ends.',
	act: async ({ session }) => session.close(),
	logged: ['s1 begins in /work', 's1 ends'],
} satisfies Sample;
