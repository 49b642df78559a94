import type { JsonSchema } from '../contract/json-schema.ts';
import type { Type } from '../contract/type.ts';
import type { Content } from './document/document.ts';
import type { NamedSchemas } from './schema/named-schemas.ts';
import { schemaOf } from './schema/type-schema.ts';

/** The bodies of errors that an exception handler writes. */
export interface ErrorBody {
  readonly type: Type;
  /** The media type (default: `application/json`). */
  readonly mediaType?: string;
  /** The statuses that the handler replaces, such as `{ 400: 422 }`. */
  readonly statuses?: Readonly<Record<number, number>>;
}

/** Adds the schema of errors to the named schemas, and returns their content: by default, problem documents. */
export function errorContent(errors: ErrorBody | undefined, named: NamedSchemas, base: string): Content {
  if (errors === undefined)
    return { 'application/problem+json': { schema: named.add('Problem', problemSchema(named, base)) } };
  const { type, mediaType = 'application/json' } = errors;
  const schema = schemaOf(type, 'result', named);
  return { [mediaType]: { schema: '$ref' in schema ? schema : named.add('Error', schema) } };
}

/** Creates the schema of problem documents (RFC 9457), which describe all errors that no exception handler handles. */
function problemSchema(named: NamedSchemas, base: string): JsonSchema {
  const text = { type: 'string' };
  return {
    type: 'object',
    properties: {
      type: { type: 'string', format: 'uri-reference', description: `${base} followed by the code` },
      title: text,
      status: { type: 'integer' },
      detail: text,
      instance: { type: 'string', format: 'uri-reference' },
      code: text,
      errors: { type: 'array', items: named.add('ValueError', VALUE_ERROR) },
    },
    required: ['type', 'title', 'status', 'instance', 'code'],
  };
}

const VALUE_ERROR: JsonSchema = {
  type: 'object',
  description: 'A missing or invalid value in the request',
  properties: {
    source: { type: 'string', description: 'Part of the request: path, query, body, …' },
    name: { type: 'string' },
    code: { type: 'string' },
    detail: { type: 'string' },
    pointer: { type: 'string', description: 'JSON pointer (RFC 6901) into the value' },
  },
};
