import type { Type } from '@writ/http';
import { isKind } from '@writ/http/kernel';
import { isEnum } from '@writ/source';
import type { Recorded } from '../declared-types/recorded.ts';

const NAMES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
  [BigInt, 'bigint'],
  [Date, 'Date'],
  [URL, 'URL'],
  [File, 'File'],
  [Uint8Array, 'Uint8Array'],
]);

/** The type as plain data; null when it, or a part of it, is an object or anything at all. */
export function encode(type: Type): Recorded {
  const is = NAMES.get(type);
  if (is !== undefined) return { is };
  if (isEnum(type)) return { enum: Object.entries(type) };
  if (isKind(type, 'oneOf')) return { oneOf: type.values };
  if (isKind(type, 'optional')) return { optional: encode(type.of) };
  if (isKind(type, 'nullable')) return { nullable: encode(type.of) };
  if (isKind(type, 'array')) {
    const of = encode(type.of);
    return of === null ? null : { array: of };
  }
  if (isKind(type, 'union')) return whole(type.of, (union) => ({ union }));
  if (isKind(type, 'template'))
    return { template: type.of.map((part) => (typeof part === 'string' ? part : encode(part))) };
  if (!isKind(type, 'tuple')) return null;
  const { of, rest } = type;
  if (rest === undefined) return whole(of, (tuple) => ({ tuple }));
  const others = encode(rest);
  return others === null ? null : whole(of, (tuple) => ({ tuple, rest: others }));
}

function whole(types: readonly Type[], make: (all: readonly Recorded[]) => Recorded): Recorded {
  const all = types.map(encode);
  return all.includes(null) ? null : make(all);
}
