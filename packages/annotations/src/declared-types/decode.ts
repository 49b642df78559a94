import { defined } from '@writ/diagnostics/internal';
import { anything, type Type } from '@writ/http';
import type { RecordedType } from './recorded-class.ts';

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

export function decodeType(recorded: RecordedType): SourceType {
  if (recorded !== null && 'optional' in recorded)
    return { ...decodeType(recorded.optional), optional: true };
  if (recorded !== null && 'unknown' in recorded)
    return { type: undefined, optional: false, unknown: recorded };
  return { type: toType(recorded), optional: false };
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

function toType(recorded: RecordedType): Type | undefined {
  if (recorded === null) return undefined;
  if ('is' in recorded) return NAMED_TYPES[recorded.is];
  if ('oneOf' in recorded) return { kind: 'oneOf', values: recorded.oneOf };
  if ('enum' in recorded) return Object.fromEntries(recorded.enum);
  if ('array' in recorded) return { kind: 'array', of: toKnownType(recorded.array) };
  if ('union' in recorded) return { kind: 'union', of: recorded.union.map(toKnownType) };
  if ('set' in recorded) return { kind: 'set', of: toKnownType(recorded.set) };
  if ('map' in recorded)
    return { kind: 'map', key: toKnownType(recorded.key), of: toKnownType(recorded.map) };
  if ('self' in recorded) return { kind: 'self', name: recorded.self };
  if ('recursive' in recorded)
    return { kind: 'recursive', name: recorded.name, of: toKnownType(recorded.recursive) };
  if ('object' in recorded) {
    const fields = recorded.object.map(([name, type]) => [name, toKnownType(type)] as const);
    const rest = recorded.rest === undefined ? undefined : toKnownType(recorded.rest);
    return { kind: 'object', fields: Object.fromEntries(fields), ...defined({ rest }) };
  }
  if ('template' in recorded)
    return {
      kind: 'template',
      of: recorded.template.map((part) => (typeof part === 'string' ? part : toKnownType(part))),
    };
  if ('tuple' in recorded) {
    const of = recorded.tuple.map(toKnownType);
    return recorded.rest === undefined
      ? { kind: 'tuple', of }
      : { kind: 'tuple', of, rest: toKnownType(recorded.rest) };
  }
  if ('nullable' in recorded) {
    const of = toType(recorded.nullable);
    return of && { kind: 'nullable', of };
  }
  const of = 'optional' in recorded ? toType(recorded.optional) : undefined;
  return of && { kind: 'optional', of };
}

/** Decodes a part of a type. All parts must be supported. */
function toKnownType(recorded: RecordedType): Type {
  return toType(recorded)!;
}
