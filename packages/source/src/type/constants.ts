import { oneOf, type Type } from '@writ/http';
import type { ObjectOf } from '@writ/http/kernel';
import type { TSTypeQuery, TSTypeQueryExprName } from '@oxc-project/types';
import type { ConstantSource } from '../module/lookup.ts';
import { enumMembers, readEnum } from './enums.ts';
import { reportUnsupportedType, type OpenNames, type ReadType } from './read-type.ts';
import type { Scope } from './scope.ts';
import { typeOfExpression, type Resolve } from './expressions.ts';

/** Reads `typeof LEVELS`: the declared or inferred type of a constant, or the type of an enum's object. */
export function readQuery(
  node: TSTypeQuery,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): Type | undefined {
  const type = node.typeArguments === null ? typeOfName(node.exprName, scope, open, read) : undefined;
  return type ?? reportUnsupportedType(node, scope);
}

function typeOfName(
  name: TSTypeQueryExprName,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): Type | undefined {
  if (name.type === 'Identifier') return typeOfLocal(name.name, scope, open, read);
  if (name.type !== 'TSQualifiedName' || name.left.type !== 'Identifier') return undefined;
  const { module, lookup } = scope;
  const imported = module.imports.get(name.left.name);
  if (imported === undefined || imported.name !== undefined) return undefined;
  const found = lookup.findConstantIn(module, imported.specifier, name.right.name);
  return found && typeOfConstant(found, scope, open, read);
}

function typeOfLocal(name: string, scope: Scope, open: OpenNames, read: ReadType): Type | undefined {
  const found = scope.lookup.findConstant(scope.module, name);
  return found === undefined ? enumObjectOf(name, scope) : typeOfConstant(found, scope, open, read);
}

function typeOfConstant(
  { module, name, node }: ConstantSource,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): Type | undefined {
  const key = `${module.file}\0const ${name}`;
  if (open.includes(key)) return undefined;
  const inside = scope.forModule(module);
  const inner = [...open, key];
  const annotation = node.id.type === 'Identifier' ? node.id.typeAnnotation : null;
  if (annotation != null) return read(annotation.typeAnnotation, inside, inner);
  return node.init === null
    ? undefined
    : typeOfExpression(node.init, 'literal', createResolver(inside, inner, read));
}

/** Creates the functions that resolve the names and types in an expression of the scope. */
export function createResolver(scope: Scope, open: OpenNames, read: ReadType): Resolve {
  return {
    typeOf: (name) => typeOfLocal(name, scope, open, read),
    enumOf: (name) => readEnumNamed(name, scope),
    read: (type) => read(type, scope, open),
  };
}

function readEnumNamed(name: string, scope: Scope): Type | undefined {
  const found = scope.lookup.findType(scope.module, name);
  const enums = found?.declarations.filter((each) => each.type === 'TSEnumDeclaration') ?? [];
  return enums.length === 0 ? undefined : readEnum(enums, scope.forModule(found!.module));
}

/** Returns the type of an enum's object at run time. */
function enumObjectOf(name: string, scope: Scope): ObjectOf | undefined {
  const found = scope.lookup.findType(scope.module, name);
  const members = found && enumMembers(found.declarations, scope.forModule(found.module));
  if (members === undefined) return undefined;
  const fields = Object.fromEntries([...members].map(([key, value]) => [key, oneOf(value)]));
  return { kind: 'object', fields };
}
