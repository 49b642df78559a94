import type { Type } from '@writ/http';
import { isKind, requiredOf, type ObjectOf } from '@writ/http/kernel';
import type { TSMappedType } from '@oxc-project/types';
import { withLiteralArgument } from '../module/type-arguments.ts';
import { toOptional } from './kinds.ts';
import { reportUnsupportedType, type OpenNames, type ReadType } from './read-type.ts';
import { structureOf } from './recursive.ts';
import type { Scope } from './scope.ts';
import { readKeyNames } from './utilities.ts';

/**
 * Reads `{ [K in Keys]: T }`, where `Keys` is `string`, a union of strings, or `keyof Note`, in which case the keys that
 * are optional in `Note` remain optional.
 */
export function readMapped(
  node: TSMappedType,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): ObjectOf | undefined {
  const { key, constraint, nameType, typeAnnotation, optional } = node;
  if (nameType !== null || typeAnnotation === null) return reportUnsupportedType(node, scope);
  if (constraint.type === 'TSStringKeyword') {
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
    const type = read(
      typeAnnotation,
      scope.forModule(withLiteralArgument(scope.module, key.name, name)),
      open,
    );
    if (type === undefined) return undefined;
    const isCopiedOptional = source !== undefined && isKind(source.fields[name] as Type, 'optional');
    const isOptional = optional === false ? isCopiedOptional : optional !== '-';
    fields[name] = isOptional ? toOptional(type) : optional === '-' ? requiredOf(type) : type;
  }
  return { kind: 'object', fields };
}
