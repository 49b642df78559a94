import { defined } from '@writ/diagnostics/internal';
import type { Type } from '@writ/http';
import type { ObjectOf } from '@writ/http/kernel';
import type { TSSignature, TSType } from '@oxc-project/types';
import { isForbiddenName } from './forbidden-name.ts';
import { toOptional } from './kinds.ts';
import { descriptionAt } from '../module/description.ts';
import { keyName } from '../module/key-name.ts';
import { sourceTextOf, type KeyDetails, type Scope } from './scope.ts';

/** Returns the object type with these members; undefined if one of them is not supported. */
export function readMembers(
  members: readonly TSSignature[],
  scope: Scope,
  read: (node: TSType) => Type | undefined,
): ObjectOf | undefined {
  const fields: Record<string, Type> = {};
  const notes = new Map<string, KeyDetails>();
  let rest: Type | undefined;
  let failed = false;
  for (const member of members) {
    if (member.type === 'TSIndexSignature') {
      rest = read(member.typeAnnotation.typeAnnotation);
      failed ||= rest === undefined;
      continue;
    }
    const name = member.type === 'TSPropertySignature' && !member.computed ? keyName(member.key) : undefined;
    if (member.type !== 'TSPropertySignature' || name === undefined || member.typeAnnotation === null) {
      scope.report(
        'type-unknown',
        member,
        `"${sourceTextOf(scope, member)}" cannot be part of a request`,
        'write a key with its type',
      );
      failed = true;
      continue;
    }
    const type = read(member.typeAnnotation.typeAnnotation);
    if (type === undefined) failed = true;
    else if (isForbiddenName(name)) {
      scope.report(
        'type-unknown',
        member.key,
        `the name ${name} is rejected in every request`,
        'choose another name',
      );
      failed = true;
    } else {
      const { text } = descriptionAt(scope.module, member.start);
      fields[name] = member.optional ? toOptional(type) : type;
      notes.set(name, defined({ description: text }));
    }
  }
  if (failed) return undefined;
  const type: ObjectOf = rest === undefined ? { kind: 'object', fields } : { kind: 'object', fields, rest };
  scope.keyDetails.set(type, notes);
  return type;
}

/** Merges object types, such as the declarations of an interface and its base interfaces; later keys win. */
export function mergeObjects(types: readonly ObjectOf[], scope: Scope): ObjectOf {
  const rest = types.findLast((type) => type.rest !== undefined)?.rest;
  const fields = Object.assign({}, ...types.map((type) => type.fields)) as Record<string, Type>;
  const merged: ObjectOf = rest === undefined ? { kind: 'object', fields } : { kind: 'object', fields, rest };
  scope.keyDetails.set(merged, new Map(types.flatMap((type) => [...(scope.keyDetails.get(type) ?? [])])));
  return merged;
}

/** Copies the details of keys from `of` to `type`, which was derived from it; returns `type`. */
export function copyKeyDetails(type: ObjectOf, of: ObjectOf, scope: Scope): ObjectOf {
  const notes = scope.keyDetails.get(of);
  if (notes !== undefined) scope.keyDetails.set(type, notes);
  return type;
}
