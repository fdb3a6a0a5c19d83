import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { errorText, type ToolContext, type ToolResult, type ToolSpec } from '@myelin/plugins';
import { imageType } from './image-type.ts';
import { type LineWindow, takeLines } from './line-window.ts';
import { codeOf, pathInWorkspace, type Workspace } from './workspace.ts';

const defaultLines = 2_000;
const maxChars = 60_000;
const maxImageBytes = 5 * 1024 * 1024;
const headBytes = 8_192;

interface ReadArgs {
	readonly path: string;
	readonly offset?: number;
	readonly limit?: number;
}

/** The tool `read`: a text file's lines as they are, or an image as an image. */
export function createReadTool(workspace: Workspace): ToolSpec {
	return {
		name: 'read',
		concurrency: 'parallel',
		description:
			'Read a file: gives the text of a text file as it is, or shows an image (PNG, JPEG, GIF, WebP). ' +
			`At most ${defaultLines} lines or ${maxChars} characters at a time; read on with offset and limit, in lines.`,
		parameters: {
			type: 'object',
			properties: {
				path: { type: 'string', description: 'The file, relative to the working folder or absolute' },
				offset: { type: 'integer', minimum: 1, description: 'The first line to read, counted from 1' },
				limit: { type: 'integer', minimum: 1, description: 'How many lines to read' },
			},
			required: ['path'],
			additionalProperties: false,
		},
		execute: (args: ReadArgs, context) => read(args, context, workspace),
	};
}

async function read(args: ReadArgs, context: ToolContext, workspace: Workspace): Promise<ToolResult> {
	const path = await pathInWorkspace(args.path, context.cwd, workspace);
	const file = await openFile(args.path, path);
	try {
		const { bytesRead, buffer } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
		const head = buffer.subarray(0, bytesRead);
		const mimeType = imageType(head);
		if (mimeType !== undefined) return await imageResult(args.path, file, mimeType);
		if (head.includes(0))
			throw new Error(`${args.path} is neither text nor an image: it has NUL bytes. Use bash to look into it`);
		const pieces = file.createReadStream({ encoding: 'utf8', start: 0, autoClose: false, signal: context.signal });
		const first = args.offset ?? 1;
		const window = await takeLines(pieces, { first, lines: args.limit ?? defaultLines, chars: maxChars });
		return textResult(args.path, first, window);
	} finally {
		await file.close();
	}
}

async function openFile(asked: string, path: string): Promise<FileHandle> {
	// Without O_NONBLOCK, opening a named pipe waits for a writer that may never come.
	const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
		throw new Error(openFailure(asked, path, error), { cause: error });
	});
	const stats = await file.stat();
	if (stats.isFile()) return file;
	await file.close();
	throw new Error(
		stats.isDirectory() ? `${asked} is a folder; list it with ls` : `${asked} is not a regular file, so it is not read`,
	);
}

function openFailure(asked: string, path: string, error: unknown): string {
	switch (codeOf(error)) {
		case 'ENOENT':
			return `${asked} does not exist (looked for ${path}); check the name with ls`;
		case 'EACCES':
		case 'EPERM':
			return `${asked} may not be read: permission denied`;
		default:
			return `${asked} could not be opened: ${errorText(error)}`;
	}
}

async function imageResult(asked: string, file: FileHandle, mimeType: string): Promise<ToolResult> {
	const { size } = await file.stat();
	if (size > maxImageBytes)
		throw new Error(`${asked} has ${size} bytes; images of at most ${maxImageBytes} bytes are shown`);
	const bytes = await file.readFile();
	return { content: [{ type: 'image', mimeType, data: bytes.toString('base64') }], details: { mimeType, bytes: size } };
}

function textResult(asked: string, first: number, window: LineWindow): ToolResult {
	if (first > 1 && window.text === '' && window.next === undefined) {
		throw new Error(`${asked} has ${window.seen} lines; there is no line ${first}`);
	}
	return {
		content: [{ type: 'text', text: window.text + continuation(first, window) }],
		details: {
			firstLine: first,
			lastLine: (window.next ?? window.seen + 1) - 1,
			isWhole: first === 1 && window.next === undefined,
		},
	};
}

function continuation(first: number, window: LineWindow): string {
	if (window.next === undefined) return '';
	const last = window.next - 1;
	const cut = window.isCut ? `; line ${last} is cut at ${maxChars} characters` : '';
	return `${window.text.endsWith('\n') ? '' : '\n'}[lines ${first} to ${last}${cut}; read on with offset=${window.next}]`;
}
