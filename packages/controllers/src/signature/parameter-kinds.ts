import { defined } from '@writ/diagnostics/internal';
import { anything, type StandardSchemaV1, type Type } from '@writ/http';
import type { ObjectOf } from '@writ/http/kernel';
import type { TSType } from '@oxc-project/types';
import { isKind, presentOf } from '@writ/http/kernel';
import { isSchema, structureOf, toOptional, uniteTypes } from '@writ/source';
import { acceptsObject } from './schema-object.ts';
import type { RawParameter } from './signature.ts';
import type { SignatureScope } from './scope.ts';

/** The object type of a parameter, or the object types of its union. */
export interface ObjectTypes {
  readonly type: ObjectOf;
  /** The members of a union; `type` then has the keys of all of them. */
  readonly variants?: readonly ObjectOf[];
}

/** Returns the object type of a parameter, without `| undefined` and `| null`; undefined for other types. */
export function unwrapObject(type: Type, scope: SignatureScope): ObjectTypes | undefined {
  const present = structureOf(presentOf(type), scope);
  if (isKind(present, 'object')) return { type: present };
  if (!isKind(present, 'union')) return undefined;
  const variants = present.of.map((each) => structureOf(each, scope));
  return variants.every((each) => isKind(each, 'object')) ? uniteObjects(variants, scope) : undefined;
}

/**
 * Returns an object type with the keys of several object types, which are optional unless all of them require the key.
 */
function uniteObjects(variants: readonly ObjectOf[], scope: SignatureScope): ObjectTypes {
  const names = new Set(variants.flatMap(({ fields }) => Object.keys(fields)));
  const fields = [...names].map((name): readonly [string, Type] => {
    const types = variants.flatMap((each) => (Object.hasOwn(each.fields, name) ? [each.fields[name]!] : []));
    const type = uniteTypes([...new Set(types)]) ?? anything;
    return [name, types.length < variants.length ? toOptional(type) : type];
  });
  const rest = variants.find((each) => each.rest !== undefined)?.rest;
  const type: ObjectOf = { kind: 'object', fields: Object.fromEntries(fields), ...defined({ rest }) };
  scope.keyDetails.set(
    type,
    new Map(variants.toReversed().flatMap((each) => [...(scope.keyDetails.get(each) ?? [])])),
  );
  return { type, variants };
}

/**
 * Returns the schema of a parameter that receives named values, because its JSON Schema describes an object or, without
 * a JSON Schema, because the parameter is destructured. Returns undefined for other parameters.
 */
export function unwrapSchema(type: Type, isTakenApart: boolean): StandardSchemaV1 | undefined {
  if (isKind(type, 'optional') || isKind(type, 'nullable')) return unwrapSchema(type.of, isTakenApart);
  if (!isSchema(type)) return undefined;
  return (acceptsObject(type) ?? isTakenApart) ? type : undefined;
}

/** Whether a parameter has the type `ReadableStream`, which receives the raw body. Keys cannot have this type. */
export function isStream(node: TSType, { module, lookup }: SignatureScope): boolean {
  return (
    node.type === 'TSTypeReference' &&
    node.typeName.type === 'Identifier' &&
    node.typeName.name === 'ReadableStream' &&
    lookup.findType(module, 'ReadableStream') === undefined
  );
}

export function isRaw(type: Type): type is RawParameter['type'] {
  return type === Uint8Array || type === ReadableStream;
}
