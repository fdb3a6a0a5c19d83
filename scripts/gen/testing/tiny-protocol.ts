import * as z from 'zod';
import { define, lazy, union, wireOnly } from '../../../packages/rpc-server/src/schema/define.ts';
import { assembleProtocol } from '../protocol.ts';

const Mood = define('Mood', 'How a pet feels.', z.enum(['calm', 'very_hungry']));

const Cat = define(
	'Cat',
	'A cat.',
	z.object({
		type: z.literal('cat'),
		catId: z.string(),
		from: z.string().nullable(),
		lives: z.int().optional(),
		mood: Mood.optional(),
		size: z.enum(['s', 'l']),
	}),
);

const Dog = define(
	'Dog',
	'A dog.',
	z.object({ type: z.literal('dog'), friends: z.array(z.lazy(() => Pet)), picture: lazy(Cat) }),
);

const Pet: z.ZodType = union('Pet', 'A pet, told apart by `type`.', z.discriminatedUnion('type', [Cat, Dog]));

const WirePet = wireOnly('WirePet', 'A pet as it travels.', z.object({ type: z.string() }));

const Answer = define('Answer', 'A name, or the pet itself.', z.union([z.string(), Pet]));

const Nothing = define('Nothing', 'Nothing at all.', z.object({}));

/** A protocol with one of everything that emitters must know how to say. */
export const tinyProtocol = assembleProtocol({
	protocolVersion: 7,
	clientRequests: { 'pet/get': { description: 'Gives a pet.', params: Nothing, result: Pet } },
	clientNotifications: { bye: { description: 'Ends.', params: Nothing } },
	serverRequests: { 'pet/name': { description: 'Asks for a name.', params: Cat, result: Answer.nullable() } },
	serverNotifications: {
		'pet/moved': {
			description: 'A pet moved.',
			params: define(
				'Moved',
				'Where a pet went.',
				z.object({ pet: WirePet, places: z.record(z.string(), z.unknown()) }),
			),
		},
	},
	moreDefinitions: [],
	errors: { NO_PET: 'There is no pet.' },
	rpcCodes: { domain: -32000 },
});
