/**
 * Headers that describe the body of a response. They are removed if a response without a body, such as one with status
 * 304, replaces it.
 */
export const BODY_HEADERS: readonly string[] = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-language',
  'content-disposition',
  'content-range',
];

/** Headers that describe a body or its validity. They are removed if an error response replaces the body. */
export const REPRESENTATION_HEADERS: readonly string[] = [
  ...BODY_HEADERS,
  'etag',
  'last-modified',
  'cache-control',
];
