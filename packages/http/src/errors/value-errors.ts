/** The kernel's codes in `errors` of a problem, with their meaning. */
export const VALUE_ERRORS = {
  missing: 'The value has to be there, and is not.',
  invalid: 'The value cannot be converted, or validation refuses it. `detail` says what fits.',
  rounded: 'A number has more digits than JavaScript holds, so it would not be the number that was sent.',
  unknown: 'The name is not one that the route takes.',
  malformed: 'The body is not JSON, not a form, or not in its charset.',
  unreadable: 'A reader of the application failed. The log has the error at level debug.',
} as const;

/** The code of one value in the `errors` of a problem document. */
export type ValueErrorCode = keyof typeof VALUE_ERRORS;
