import { type ESTree, parseSync } from 'rolldown/utils';

/** A point where a plugin may interfere, as its contract declares it. */
export interface Point {
	readonly name: string;
	/** What its doc comment says behind the kind. */
	readonly meaning: string;
	/** Types as they are written. */
	readonly payload: string;
	readonly answer: string;
}

/** The points that the interface `Points` of a module declares, in its order. Throws when it is not as expected. */
export function readPoints(path: string, code: string): readonly Point[] {
	const { program, comments, errors } = parseSync(path, code);
	if (errors[0]) throw new Error(`${path} does not parse: ${errors[0].message}`);
	const found = program.body
		.map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
		.find((declared) => declared?.type === 'TSInterfaceDeclaration' && declared.id.name === 'Points');
	if (found?.type !== 'TSInterfaceDeclaration') throw new Error(`${path} declares no interface Points`);
	return found.body.body.map((member) => {
		const doc = comments.findLast(({ end }) => end <= member.start)?.value ?? '';
		return readPoint(member, doc, (node) => code.slice(node.start, node.end).replace(/\s+/g, ' '));
	});
}

function readPoint(member: ESTree.TSSignature, doc: string, textOf: (node: ESTree.Node) => string): Point {
	const name = nameOf(member);
	const type = member.type === 'TSPropertySignature' ? member.typeAnnotation?.typeAnnotation : undefined;
	const meaning = /^\*\s*(?:Transform|Veto|Observe): (.*\S)\s*$/s.exec(doc)?.[1];
	if (name === undefined || type?.type !== 'TSTypeLiteral' || meaning === undefined)
		throw new Error(`the point ${name} needs a payload, an answer, and a doc comment that begins with its kind`);
	const typeOf = (part: string) => {
		const found = type.members.find((inner) => nameOf(inner) === part);
		const annotation = found?.type === 'TSPropertySignature' ? found.typeAnnotation?.typeAnnotation : undefined;
		if (annotation === undefined) throw new Error(`the point ${name} declares no ${part}`);
		return textOf(annotation);
	};
	return { name, meaning, payload: typeOf('payload'), answer: typeOf('answer') };
}

function nameOf(member: ESTree.TSSignature): string | undefined {
	return member.type === 'TSPropertySignature' && member.key.type === 'Identifier' ? member.key.name : undefined;
}
