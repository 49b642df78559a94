/** The log message for an unhandled rejection. */
export const UNHANDLED_REJECTION = 'a promise was rejected without a handler';
