/** The log message for an unhandled rejection. */
export const UNHANDLED_REJECTION = 'unhandled promise rejection';
