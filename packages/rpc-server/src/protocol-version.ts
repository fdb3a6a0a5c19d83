/** The version of the protocol that this package speaks; raised when a change would break a client of the version before. */
export const protocolVersion = 1;
