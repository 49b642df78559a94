import type { Type } from '@writ/http';
import { isKind } from '@writ/http/kernel';
import { isEnum } from '../type/kinds.ts';
import { ANY, BOOLEAN, NUMBER, STRING, unite, type Property, type Shape } from './shape.ts';

const VALUES: ReadonlyMap<unknown, Shape> = new Map<unknown, Shape>([
  [String, STRING],
  [Number, NUMBER],
  [Boolean, BOOLEAN],
]);

/** Returns the shape of a type that a reader of request types has returned; undefined for an unknown type. */
export function shapeOfType(type: Type | undefined): Shape | undefined {
  if (type === undefined) return undefined;
  const value = VALUES.get(type);
  if (value !== undefined) return value;
  if (isEnum(type)) return literals(Object.values(type));
  if (isKind(type, 'oneOf')) return literals(type.values as readonly (string | number | boolean)[]);
  if (isKind(type, 'array')) return { kind: 'array', of: known(type.of) };
  if (isKind(type, 'tuple')) {
    const of = type.of.map((each) => ({ shape: known(each), optional: isKind(each, 'optional') }));
    return type.rest === undefined ? { kind: 'tuple', of } : { kind: 'tuple', of, rest: known(type.rest) };
  }
  if (isKind(type, 'optional')) return unite([known(type.of), { kind: 'undefined' }]);
  if (isKind(type, 'nullable')) return unite([known(type.of), { kind: 'null' }]);
  if (isKind(type, 'union')) return unite(type.of.map(known));
  if (!isKind(type, 'object')) return undefined;
  const entries = Object.entries(type.fields);
  const properties = new Map(
    entries.map(([name, field]): [string, Property] => [
      name,
      { shape: known(field), optional: isKind(field, 'optional') },
    ]),
  );
  return type.rest === undefined
    ? { kind: 'object', properties }
    : { kind: 'object', properties, rest: known(type.rest) };
}

function known(type: Type): Shape {
  return shapeOfType(type) ?? ANY;
}

function literals(values: readonly (string | number | boolean)[]): Shape {
  return unite(values.map((value): Shape => ({ kind: 'literal', value })));
}
