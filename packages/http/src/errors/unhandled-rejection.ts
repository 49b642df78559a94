/** The log's message about a promise whose rejection nothing handled. */
export const UNHANDLED = 'a promise was rejected, and nothing handled it';
