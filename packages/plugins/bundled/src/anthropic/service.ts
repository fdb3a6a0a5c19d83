/** The service, as an error names it. */
export const service = 'the Claude API';
