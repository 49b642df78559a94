/** The log's message about a promise whose rejection nothing handled. */
export const UNHANDLED_REJECTION = 'a promise was rejected without a handler';
