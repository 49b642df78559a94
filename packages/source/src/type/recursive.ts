import { defined } from '@writ/diagnostics/internal';
import type { Type } from '@writ/http';
import { isKind, isWrapper, type ObjectOf } from '@writ/http/kernel';
import type { Scope } from './scope.ts';

/**
 * Returns the structure of a type. In a recursive type, each reference to the type itself is replaced by the whole
 * type.
 */
export function structureOf(type: Type, scope: Pick<Scope, 'keyDetails'>): Type {
  if (!isKind(type, 'recursive')) return type;
  const structure = replaceSelf(type.of, type.name, type);
  if (isKind(type.of, 'object') && isKind(structure, 'object')) {
    const details = scope.keyDetails.get(type.of);
    if (details !== undefined) scope.keyDetails.set(structure, details);
  }
  return structure;
}

/** Returns the object type, or the members of a union of object types; undefined for other types. */
export function objectsOf(type: Type, scope: Pick<Scope, 'keyDetails'>): readonly ObjectOf[] | undefined {
  const structure = structureOf(type, scope);
  const members = isKind(structure, 'union')
    ? structure.of.map((each) => structureOf(each, scope))
    : [structure];
  const objects = members.filter((each) => isKind(each, 'object'));
  return objects.length < members.length ? undefined : objects;
}

function replaceSelf(type: Type, name: string, by: Type): Type {
  const inner = (of: Type): Type => replaceSelf(of, name, by);
  if (isKind(type, 'self')) return type.name === name ? by : type;
  if (isWrapper(type)) return { ...type, of: inner(type.of) };
  if (isKind(type, 'union')) return { ...type, of: type.of.map(inner) };
  if (isKind(type, 'tuple'))
    return { ...type, of: type.of.map(inner), ...defined({ rest: type.rest && inner(type.rest) }) };
  if (!isKind(type, 'object')) return type;
  const fields = Object.entries(type.fields).map(([key, of]) => [key, inner(of)] as const);
  return { ...type, fields: Object.fromEntries(fields), ...defined({ rest: type.rest && inner(type.rest) }) };
}
