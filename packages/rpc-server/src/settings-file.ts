/** The settings of whoever runs the server, as clients may read and change them; the composition root implements it. */
export interface SettingsFile {
	/**
	 * What is set, in the form of the file; undefined where nothing is. `key` joins the names of members from the top by dots. Rejects
	 * with `ServerError` and `INVALID_SETTING` when the file cannot be read.
	 */
	read(key: string | undefined): Promise<unknown>;
	/**
	 * Changes one setting; null takes it away. Rejects with `ServerError`: `INVALID_SETTING` for what would not be taken at the next
	 * start, `SETTINGS_NOT_WRITTEN` when it could not be kept. Nothing has changed then.
	 */
	write(key: string, value: unknown): Promise<void>;
}
