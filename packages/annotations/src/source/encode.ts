import { defined } from '@writ/diagnostics/internal';
import type { Type } from '@writ/http';
import { isKind } from '@writ/http/kernel';
import { isEnum } from '@writ/source';
import type { RecordedType } from '../declared-types/recorded-class.ts';
import type { SchemaReferences } from './schema-references.ts';

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
 * Encodes the type as plain data. A type that cannot be recorded, such as a class, becomes null, as does a list, set,
 * map, object or union that contains one.
 */
export function encodeType(type: Type, schemas: SchemaReferences): RecordedType {
  const encode = (inner: Type): RecordedType => encodeType(inner, schemas);
  const encodeAll = (
    types: readonly Type[],
    make: (all: readonly RecordedType[]) => RecordedType,
  ): RecordedType => {
    const all = types.map(encode);
    return all.includes(null) ? null : make(all);
  };
  const is = NAMES.get(type);
  if (is !== undefined) return { is };
  const schema = schemas.recordOf(type);
  if (schema !== undefined) return schema;
  if (isEnum(type)) return { enum: Object.entries(type) };
  if (isKind(type, 'unknown')) return { is: 'unknown' };
  if (isKind(type, 'oneOf')) return { oneOf: type.values };
  if (isKind(type, 'self')) return { self: type.name };
  if (isKind(type, 'optional')) return { optional: encode(type.of) };
  if (isKind(type, 'nullable')) return { nullable: encode(type.of) };
  if (isKind(type, 'array')) return encodeAll([type.of], ([array = null]) => ({ array }));
  if (isKind(type, 'set')) return encodeAll([type.of], ([set = null]) => ({ set }));
  if (isKind(type, 'map'))
    return encodeAll([type.of, type.key], ([map = null, key = null]) => ({ map, key }));
  if (isKind(type, 'recursive'))
    return encodeAll([type.of], ([recursive = null]) => ({ recursive, name: type.name }));
  if (isKind(type, 'union')) return encodeAll(type.of, (union) => ({ union }));
  if (isKind(type, 'object')) {
    const names = Object.keys(type.fields);
    const rest = type.rest === undefined ? undefined : encode(type.rest);
    if (rest === null) return null;
    return encodeAll(Object.values(type.fields), (types) => ({
      object: types.map((each, index) => [names[index]!, each]),
      ...defined({ rest }),
    }));
  }
  if (isKind(type, 'template'))
    return { template: type.of.map((part) => (typeof part === 'string' ? part : encode(part))) };
  if (!isKind(type, 'tuple')) return null;
  const rest = type.rest === undefined ? undefined : encode(type.rest);
  return rest === null ? null : encodeAll(type.of, (tuple) => ({ tuple, ...defined({ rest }) }));
}
