/** What the id of the entry begins with behind which a fork's own conversation does. */
export const forkPointPrefix = 'fork_';
