import type { Type } from '@writ/http';
import type { Recorded } from './recorded.ts';

/** What a source declares of one parameter or field. */
export interface SourceType {
  /** Undefined for a class or an object, which metadata says as well. */
  readonly type: Type | undefined;
  /** By `?`, by `| undefined` or because a default is there. */
  readonly optional: boolean;
  /** The type as it is written, when it is not understood. */
  readonly unknown?: UnknownType;
}

export type UnknownType = Extract<Recorded, { readonly unknown: string }>;

export function decode(recorded: Recorded): SourceType {
  if (recorded !== null && 'optional' in recorded) return { ...decode(recorded.optional), optional: true };
  if (recorded !== null && 'unknown' in recorded)
    return { type: undefined, optional: false, unknown: recorded };
  return { type: typeOf(recorded), optional: false };
}

const NAMED: Readonly<Record<string, Type>> = {
  string: String,
  number: Number,
  boolean: Boolean,
  bigint: BigInt,
  Date,
  URL,
  File,
  Uint8Array,
};

function typeOf(recorded: Recorded): Type | undefined {
  if (recorded === null) return undefined;
  if ('is' in recorded) return NAMED[recorded.is];
  if ('oneOf' in recorded) return { kind: 'oneOf', values: recorded.oneOf };
  if ('enum' in recorded) return Object.fromEntries(recorded.enum);
  if ('array' in recorded) return { kind: 'array', of: typeOf(recorded.array) };
  if ('union' in recorded) return { kind: 'union', of: recorded.union.map(partOf) };
  if ('template' in recorded)
    return {
      kind: 'template',
      of: recorded.template.map((part) => (typeof part === 'string' ? part : partOf(part))),
    };
  if ('tuple' in recorded) {
    const of = recorded.tuple.map(partOf);
    return recorded.rest === undefined
      ? { kind: 'tuple', of }
      : { kind: 'tuple', of, rest: partOf(recorded.rest) };
  }
  if ('nullable' in recorded) {
    const of = typeOf(recorded.nullable);
    return of && { kind: 'nullable', of };
  }
  const of = 'optional' in recorded ? typeOf(recorded.optional) : undefined;
  return of && { kind: 'optional', of };
}

/** Of what consists of types that are all known. */
function partOf(recorded: Recorded): Type {
  return typeOf(recorded)!;
}
