import { defined } from '@writ/diagnostics/internal';
import { anything, type Type } from '@writ/http';
import { inputSchema } from '@writ/http/kernel';
import { readSchema, UnreadableSchemaError } from './read-schema.ts';
import type { RecordedSchema, RecordedType } from './recorded-class.ts';

/** The type that a source declares for a parameter or field. */
export interface SourceType {
  /** Undefined for a class, for which metadata is sufficient, and for a type that is not supported. */
  readonly type: Type | undefined;
  /** True if the declaration contains `?`, `| undefined` or a default value. */
  readonly optional: boolean;
  /** Set if the type is not supported: its source code, the reason and a hint. */
  readonly unknown?: UnknownType;
}

export type UnknownType = Extract<RecordedType, { readonly unknown: string }>;

/** Decodes a type. `schemas` are the schemas to which the record refers. */
export function decodeType(recorded: RecordedType, schemas: readonly RecordedSchema[] = []): SourceType {
  if (recorded !== null && 'optional' in recorded)
    return { ...decodeType(recorded.optional, schemas), optional: true };
  if (recorded !== null && 'unknown' in recorded)
    return { type: undefined, optional: false, unknown: recorded };
  try {
    return { type: createDecoder(schemas)(recorded), optional: false };
  } catch (error) {
    if (!(error instanceof UnreadableSchemaError)) throw error;
    const { schema, why, hint } = error;
    return { type: undefined, optional: false, unknown: { unknown: schema, why, hint, open: true } };
  }
}

const NAMED_TYPES: Readonly<Record<string, Type>> = {
  string: String,
  number: Number,
  boolean: Boolean,
  bigint: BigInt,
  Date,
  URL,
  File,
  Uint8Array,
  unknown: anything,
};

type Decode = (recorded: RecordedType) => Type | undefined;

function createDecoder(schemas: readonly RecordedSchema[]): Decode {
  /** Decodes a part of a type. All parts must be supported. */
  const known = (recorded: RecordedType): Type => decode(recorded)!;

  const decode: Decode = (recorded) => {
    if (recorded === null) return undefined;
    if ('is' in recorded) return NAMED_TYPES[recorded.is];
    if ('schema' in recorded) {
      const schema = readSchema(schemas[recorded.schema]);
      return recorded.input === true ? inputSchema(schema) : schema;
    }
    if ('oneOf' in recorded) return { kind: 'oneOf', values: recorded.oneOf };
    if ('enum' in recorded) return Object.fromEntries(recorded.enum);
    if ('array' in recorded) return { kind: 'array', of: known(recorded.array) };
    if ('union' in recorded) return { kind: 'union', of: recorded.union.map(known) };
    if ('set' in recorded) return { kind: 'set', of: known(recorded.set) };
    if ('map' in recorded) return { kind: 'map', key: known(recorded.key), of: known(recorded.map) };
    if ('self' in recorded) return { kind: 'self', name: recorded.self };
    if ('recursive' in recorded)
      return { kind: 'recursive', name: recorded.name, of: known(recorded.recursive) };
    if ('object' in recorded) {
      const fields = recorded.object.map(([name, type]) => [name, known(type)] as const);
      const rest = recorded.rest === undefined ? undefined : known(recorded.rest);
      return { kind: 'object', fields: Object.fromEntries(fields), ...defined({ rest }) };
    }
    if ('template' in recorded)
      return {
        kind: 'template',
        of: recorded.template.map((part) => (typeof part === 'string' ? part : known(part))),
      };
    if ('tuple' in recorded) {
      const rest = recorded.rest === undefined ? undefined : known(recorded.rest);
      return { kind: 'tuple', of: recorded.tuple.map(known), ...defined({ rest }) };
    }
    if ('nullable' in recorded) {
      const of = decode(recorded.nullable);
      return of && { kind: 'nullable', of };
    }
    const of = 'optional' in recorded ? decode(recorded.optional) : undefined;
    return of && { kind: 'optional', of };
  };

  return decode;
}
