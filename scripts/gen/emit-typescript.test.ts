import { describe, expect, it } from 'vitest';
import { emitTypeScript } from './emit-typescript.ts';
import { tinyProtocol } from './testing/tiny-protocol.ts';

describe('TypeScript types', () => {
	const text = emitTypeScript(tinyProtocol);

	it('an object is an interface', () => {
		expect(text).toContain(`/** A cat. */
export interface Cat {
	readonly type: 'cat';
	readonly catId: string;
	readonly from: string | null;
	readonly lives?: number;
	readonly mood?: Mood;
	readonly size: 's' | 'l';
}`);
	});

	it('an object with a lazy member is read into a class with an accessor', () => {
		expect(text).toContain(`/** A dog. */
export interface Dog {
	readonly type: 'dog';
	readonly friends: readonly Pet[];
	readonly picture: Cat;
}

class ParsedDog {
	readonly #buildPicture: () => Cat;
	#picture: Cat | undefined;

	constructor(members: JsonObject, buildPicture: () => Cat) {
		Object.assign(this, members);
		this.#buildPicture = buildPicture;
	}

	get picture(): Cat {
		this.#picture ??= this.#buildPicture();
		return this.#picture;
	}
}

/** Reads Dog from parsed JSON; members it does not know stay. \`picture\`: built when first read, by the function given or from what was sent; absent from JSON. */
export function parseDog(data: JsonObject, buildPicture?: () => Cat): Dog {
	const { picture: sentPicture, ...others } = data;
	const parsed: Record<string, unknown> = others;
	parsed.friends = (data.friends as readonly unknown[]).map((item) => parsePet(item as JsonObject));
	const read = () => {
		if (sentPicture === undefined) throw new Error('Dog.picture was not sent; subscribe with it or give a function that builds it');
		return sentPicture as Cat;
	};
	return new ParsedDog(parsed, buildPicture ?? read) as unknown as Dog;
}`);
	});

	it('a union is parsed by its tag, with a class for what is not known', () => {
		expect(text).toContain(`/** A pet, told apart by \`type\`. */
export type Pet = Cat | Dog | UnknownPet;

/** What this version does not know of Pet: \`raw\` is the object as it came, and what it becomes in JSON. */
export class UnknownPet {
	readonly type = 'unknown';
	readonly originalType: string;
	readonly raw: JsonObject;

	constructor(raw: JsonObject) {
		this.originalType = String(raw.type);
		this.raw = raw;
	}

	toJSON(): JsonObject {
		return this.raw;
	}
}

/** Reads Pet from parsed JSON; what it does not know it keeps. */
export function parsePet(data: JsonObject): Pet {
	switch (data.type) {
		case 'cat':
			return data as unknown as Pet;
		case 'dog':
			return parseDog(data);
		default:
			return new UnknownPet(data);
	}
}`);
	});

	it('a member that only travels is plain JSON', () => {
		expect(text).toContain(`/** Where a pet went. */
export interface Moved {
	readonly pet: JsonObject;
	readonly places: JsonObject;
}`);
	});

	it('methods are a type each way', () => {
		expect(text).toContain(`/** What a client may ask of the server. */
export interface ClientRequests {
	/** Gives a pet. */
	readonly 'pet/get': { readonly params: Nothing; readonly result: Pet };
}

/** What a client may tell the server: the parameters. */
export interface ClientNotifications {
	/** Ends. */
	readonly 'bye': Nothing;
}

/** What the server may ask of a client. */
export interface ServerRequests {
	/** Asks for a name. */
	readonly 'pet/name': { readonly params: Cat; readonly result: Answer | null };
}

/** What the server tells a client: the parameters. */
export interface ServerNotifications {
	/** A pet moved. */
	readonly 'pet/moved': Moved;
}`);
	});
});
