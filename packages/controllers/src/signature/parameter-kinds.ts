import type { StandardSchemaV1, Type } from '@writ/http';
import type { ObjectOf } from '@writ/http/kernel';
import type { TSType } from 'oxc-parser';
import { isKind } from '@writ/http/kernel';
import { isSchema } from '@writ/source';
import { acceptsObject } from './schema-object.ts';
import type { RawParameter } from './signature.ts';
import type { SignatureScope } from './scope.ts';

/** The object type of a parameter, without `| undefined` and `| null`. */
export function unwrapObject(type: Type): ObjectOf | undefined {
  if (isKind(type, 'object')) return type;
  return isKind(type, 'optional') || isKind(type, 'nullable') ? unwrapObject(type.of) : undefined;
}

/**
 * The schema of a parameter that receives named values: its JSON Schema describes an object, or the parameter is
 * destructured.
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
