/** Imports a module by its URL. In a chunk of its own: a bundle brings no compiled code of a chunk that imports by itself. */
export function importModule(url: string): Promise<unknown> {
	return import(url);
}
