import type { Type } from '@writ/http';
import { isKind, requiredOf, type ObjectOf } from '@writ/http/kernel';
import type { TSMappedType } from '@oxc-project/types';
import { withLiteralArgument } from '../module/type-arguments.ts';
import { toOptional } from './kinds.ts';
import { reportUnsupportedType, type OpenNames, type ReadType } from './read-type.ts';
import { structureOf } from './recursive.ts';
import type { Scope } from './scope.ts';
import { readKeyNames, readNewNames } from './key-names.ts';

/**
 * Reads `{ [K in Keys]: T }`, where `Keys` is `string`, a union of strings, or `keyof Note`, in which case the keys that
 * are optional in `Note` remain optional. `as` renames or removes keys.
 */
export function readMapped(
  node: TSMappedType,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): ObjectOf | undefined {
  const { key, constraint, nameType, typeAnnotation, optional } = node;
  if (typeAnnotation === null) return reportUnsupportedType(node, scope);
  if (nameType === null && constraint.type === 'TSStringKeyword') {
    const rest = read(typeAnnotation, scope, open);
    return rest && { kind: 'object', fields: {}, rest };
  }
  const names = readKeyNames(constraint, scope, open, read);
  if (names === undefined) return undefined;
  const copied =
    constraint.type === 'TSTypeOperator' ? read(constraint.typeAnnotation, scope, open) : undefined;
  const structure = copied && structureOf(copied, scope);
  const source = structure !== undefined && isKind(structure, 'object') ? structure : undefined;
  const fields: Record<string, Type> = {};
  for (const name of names) {
    const inside = scope.forModule(withLiteralArgument(scope.module, key.name, name));
    const type = read(typeAnnotation, inside, open);
    const newNames = nameType === null ? [name] : readNewNames(nameType, inside, open, read);
    if (type === undefined || newNames === undefined) return undefined;
    const isCopiedOptional = source !== undefined && isKind(source.fields[name] as Type, 'optional');
    const isOptional = optional === false ? isCopiedOptional : optional !== '-';
    const field = isOptional ? toOptional(type) : optional === '-' ? requiredOf(type) : type;
    for (const each of newNames) fields[each] = field;
  }
  return { kind: 'object', fields };
}
