/** How messages are cut out of a stream of bytes: one a line, or with a `Content-Length` header as in LSP. */
export type Framing = 'lines' | 'headers';
