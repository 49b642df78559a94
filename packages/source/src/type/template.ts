import { oneOf, type Type } from '@writ/http';
import type { TSTemplateLiteralType } from '@oxc-project/types';
import { isKind } from '@writ/http/kernel';
import { isEnum } from './kinds.ts';
import { reportUnsupportedType, type OpenNames, type ReadType } from './read-type.ts';
import type { Scope } from './scope.ts';

const PLACEHOLDER_TYPES: ReadonlySet<unknown> = new Set([String, Number, BigInt, Boolean]);

/** Reads `user-${number}`: its strings and the types between them. */
export function readTemplate(
  node: TSTemplateLiteralType,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): Type | undefined {
  const of: (string | Type)[] = [];
  for (const [index, { value }] of node.quasis.entries()) {
    if (value.cooked === null) return reportUnsupportedType(node, scope);
    if (value.cooked !== '') of.push(value.cooked);
    const type = node.types[index];
    if (type === undefined) continue;
    const part = read(type, scope, open);
    if (part === undefined) return undefined;
    const placeholder = placeholderTypeOf(part);
    if (placeholder === undefined) return reportUnsupportedType(node, scope);
    const [literal, ...others] = isKind(placeholder, 'oneOf') ? placeholder.values : [];
    of.push(literal === undefined || others.length > 0 ? placeholder : String(literal));
  }
  return of.every((part) => typeof part === 'string') ? oneOf(of.join('')) : { kind: 'template', of };
}

function placeholderTypeOf(type: Type): Type | undefined {
  if (PLACEHOLDER_TYPES.has(type) || isKind(type, 'oneOf') || isKind(type, 'template')) return type;
  return isEnum(type) ? oneOf(...Object.values(type)) : undefined;
}
