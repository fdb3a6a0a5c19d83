import { expect, it } from 'vitest';
import { acceptedOf } from './accepted.ts';
import type { Protocol } from './protocol.ts';

it('what a server checks is what clients may send, all that it refers to, and no word of explanation', () => {
	const protocol = {
		clientRequests: {
			'pet/feed': { description: 'Feeds.', params: { $ref: '#/$defs/Meal' }, result: { $ref: '#/$defs/Noise' } },
		},
		clientNotifications: { bye: { description: 'Leaves.', params: { $ref: '#/$defs/Empty' } } },
		$defs: {
			Bowl: { description: 'Holds.', type: 'object', properties: { description: { type: 'string' } }, 'x-open': true },
			Empty: { description: 'Nothing.', type: 'object', properties: {} },
			Meal: {
				description: 'Food.',
				type: 'object',
				properties: { in: { type: 'array', items: { $ref: '#/$defs/Bowl' } } },
			},
			Noise: { description: 'Purrs.', type: 'object', properties: {} },
		},
	} as unknown as Protocol;
	expect(acceptedOf(protocol)).toEqual({
		requests: { 'pet/feed': 'Meal' },
		notifications: { bye: 'Empty' },
		$defs: {
			Bowl: { type: 'object', properties: { description: { type: 'string' } } },
			Empty: { type: 'object', properties: {} },
			Meal: { type: 'object', properties: { in: { type: 'array', items: { $ref: '#/$defs/Bowl' } } } },
		},
	});
});
