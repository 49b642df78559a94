import { FileUpload } from '../../contract/file-upload.ts';
import type { JsonSchema } from '../../contract/json-schema.ts';

export const FILE_SCHEMA: JsonSchema = {
  type: 'string',
  format: 'binary',
  contentMediaType: 'application/octet-stream',
};

/** Schemas of built-in types. */
export const PLAIN_SCHEMAS: ReadonlyMap<unknown, JsonSchema> = new Map<unknown, JsonSchema>([
  [Number, { type: 'number' }],
  [String, { type: 'string' }],
  [Boolean, { type: 'boolean' }],
  [BigInt, { type: 'string', pattern: String.raw`^-?\d+$` }],
  [Date, { type: 'string', format: 'date-time' }],
  [URL, { type: 'string', format: 'uri' }],
  [Uint8Array, { type: 'string', contentEncoding: 'base64' }],
  [ReadableStream, {}],
  [Object, { type: 'object' }],
  [Array, { type: 'array', items: {} }],
  [FileUpload, FILE_SCHEMA],
  [File, FILE_SCHEMA],
]);
