import { defined } from '@writ/diagnostics/internal';
import type { Type } from '@writ/http';
import { isKind, type ObjectOf } from '@writ/http/kernel';
import { isEnum } from '@writ/source';
import type { RecordedType } from '../declared-types/recorded-class.ts';

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

/**
 * Encodes the type as plain data. A type that cannot be recorded, such as a schema or a class, becomes null, as does a
 * list, set, map, object or union that contains one.
 */
export function encodeType(type: Type): RecordedType {
  const is = NAMES.get(type);
  if (is !== undefined) return { is };
  if (isEnum(type)) return { enum: Object.entries(type) };
  if (isKind(type, 'unknown')) return { is: 'unknown' };
  if (isKind(type, 'oneOf')) return { oneOf: type.values };
  if (isKind(type, 'self')) return { self: type.name };
  if (isKind(type, 'optional')) return { optional: encodeType(type.of) };
  if (isKind(type, 'nullable')) return { nullable: encodeType(type.of) };
  if (isKind(type, 'array')) return encodeAll([type.of], ([array = null]) => ({ array }));
  if (isKind(type, 'set')) return encodeAll([type.of], ([set = null]) => ({ set }));
  if (isKind(type, 'map'))
    return encodeAll([type.of, type.key], ([map = null, key = null]) => ({ map, key }));
  if (isKind(type, 'recursive'))
    return encodeAll([type.of], ([recursive = null]) => ({ recursive, name: type.name }));
  if (isKind(type, 'union')) return encodeAll(type.of, (union) => ({ union }));
  if (isKind(type, 'object')) return encodeObject(type);
  if (isKind(type, 'template'))
    return { template: type.of.map((part) => (typeof part === 'string' ? part : encodeType(part))) };
  if (!isKind(type, 'tuple')) return null;
  const { of, rest } = type;
  if (rest === undefined) return encodeAll(of, (tuple) => ({ tuple }));
  const others = encodeType(rest);
  return others === null ? null : encodeAll(of, (tuple) => ({ tuple, rest: others }));
}

function encodeObject({ fields, rest }: ObjectOf): RecordedType {
  const others = rest === undefined ? undefined : encodeType(rest);
  if (others === null) return null;
  const names = Object.keys(fields);
  return encodeAll(Object.values(fields), (types) => ({
    object: types.map((type, index) => [names[index]!, type]),
    ...defined({ rest: others }),
  }));
}

function encodeAll(
  types: readonly Type[],
  make: (all: readonly RecordedType[]) => RecordedType,
): RecordedType {
  const all = types.map(encodeType);
  return all.includes(null) ? null : make(all);
}
