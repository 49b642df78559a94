/** The kernel's codes for the `errors` of a problem document, with their meanings. */
export const VALUE_ERRORS = {
  missing: 'A required value is missing.',
  invalid: 'The value cannot be converted or is invalid. `detail` states what is accepted.',
  rounded: 'A number has more digits than JavaScript can represent, so it would be rounded.',
  unknown: 'The route has no parameter, or the object has no field, with that name.',
  malformed: 'The body is not valid JSON, not a valid form, or not encoded in its charset.',
  unreadable: 'A reader registered by the application failed. The error is logged at debug level.',
} as const;

/** The code of an issue in the `errors` of a problem document. */
export type ValueErrorCode = keyof typeof VALUE_ERRORS;
