import type { TSImportType, TSTypeParameterDeclaration, TSTypeReference } from '@oxc-project/types';
import { oneOf, type Type } from '@writ/http';
import { isKind } from '@writ/http/kernel';
import type { TypeArgument } from '../module/module-source.ts';
import type { TypeSource } from '../module/lookup.ts';
import { withTypeArguments } from '../module/type-arguments.ts';
import { readDeclared } from './declared.ts';
import { enumMember } from './enums.ts';
import { findType } from './find-type.ts';
import { literalOf } from './literals.ts';
import { reportUnsupportedType, type OpenNames, type ReadType } from './read-type.ts';
import { isInferred, readInferred } from './schemas.ts';
import { sourceTextOf, type Scope } from './scope.ts';
import { isUtility, readUtility } from './utilities.ts';

/** Built-in types, whose type arguments are ignored. */
const BUILT_IN: Readonly<Record<string, Type>> = {
  Date,
  URL,
  File,
  Uint8Array,
  String,
  Number,
  Boolean,
  BigInt,
};

/**
 * Reads a type by its name: a declared type, a built-in type, which may be generic, or a type that is inferred from a
 * schema.
 */
export function readReference(
  node: TSTypeReference | TSImportType,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): Type | undefined {
  if (node.type === 'TSTypeReference' && isInferred(node)) return readInferred(node, scope);
  if (node.type === 'TSTypeReference') {
    const literal = enumMember(node.typeName, scope);
    if (literal !== undefined) return oneOf(literal);
  }
  const found = node.type === 'TSImportType' ? findImported(node, scope) : findType(node.typeName, scope);
  if (found !== undefined) return readDeclaration(found, node, scope, open, read);
  if (node.type === 'TSImportType' || node.typeName.type !== 'Identifier')
    return reportUnsupportedType(node, scope);
  const { name } = node.typeName;
  const imported = scope.module.imports.get(name);
  if (imported !== undefined) {
    return scope.report(
      'type-unknown',
      node,
      `the type ${name} was not found in ${imported.specifier}`,
      /^[.#]/.test(imported.specifier)
        ? 'a class or a computed type cannot be part of a request'
        : 'declare it in this package, or write it out',
    );
  }
  if (isUtility(name)) return readUtility(name, node, scope, open, read);
  return Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : reportUnsupportedType(node, scope);
}

function readDeclaration(
  found: TypeSource,
  node: TSTypeReference | TSImportType,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): Type | undefined {
  if (found.argument !== undefined) return read(found.argument, scope.forModule(found.module), open);
  const args = node.typeArguments?.params ?? [];
  const declaration = `${found.module.file}\0${found.name}`;
  const ofArguments = args.map((each) => argumentKey({ module: scope.module, node: each }));
  const key = [declaration, ...ofArguments].join('<');
  if (open.includes(key)) {
    scope.selfReferences.add(key);
    return { kind: 'self', name: recursiveName(found.name, key, scope) };
  }
  if (scope.endless.has(declaration)) return undefined;
  const depth = open.filter((each) => each === declaration || each.startsWith(`${declaration}<`)).length;
  if (depth > MAX_NESTED) {
    scope.endless.add(declaration);
    return scope.report(
      'type-unknown',
      node,
      `the type ${found.name} contains itself with different type arguments each time`,
      'write "unknown" here and check it in the handler',
    );
  }
  const parameters = typeParametersOf(found);
  const missing = parameters?.params[args.length];
  if (args.length > (parameters?.params.length ?? 0) || missing?.default === null) {
    return scope.report(
      'type-unknown',
      node,
      `the type ${sourceTextOf(scope, node)} has too ${missing === undefined ? 'many' : 'few'} type arguments`,
      missing === undefined ? 'remove the extra ones' : `write one for ${missing.name.name} as well`,
    );
  }
  const inside = withTypeArguments(found.module, parameters, node.typeArguments, scope.module);
  const { selfReferences } = scope;
  const isOuter = selfReferences.delete(key);
  const type = readDeclared(found, scope.forModule(inside), [...open, key], read);
  if (depth === 0) scope.endless.delete(declaration);
  const containsItself = selfReferences.delete(key);
  if (isOuter) selfReferences.add(key);
  if (!containsItself || type === undefined) return type;
  const name = recursiveName(found.name, key, scope);
  if (!isSelf(type, name)) return { kind: 'recursive', name, of: type };
  return scope.report(
    'type-unknown',
    node,
    `the type ${found.name} refers only to itself`,
    'write out its structure',
  );
}

/** The maximum number of nested uses of a generic type inside itself. */
const MAX_NESTED = 10;

/** Identifies a type argument by its location and by the arguments of the type parameters that it may contain. */
function argumentKey({ module, node }: TypeArgument): string {
  const { typeArguments } = module;
  const isName = node.type === 'TSTypeReference' && node.typeName.type === 'Identifier';
  const alias = isName ? typeArguments?.get((node.typeName as { readonly name: string }).name) : undefined;
  if (alias !== undefined) return argumentKey(alias);
  const literal = node.type === 'TSLiteralType' ? String(literalOf(node.literal)) : '';
  const inside = [...(typeArguments?.values() ?? [])].map(argumentKey).join(',');
  return `${module.file}\0${node.start}${literal}(${inside})`;
}

/** Whether a type refers to itself without an object or array in between, as in `type A = A | null`. */
function isSelf(type: Type, name: string): boolean {
  if (isKind(type, 'self')) return type.name === name;
  if (isKind(type, 'union')) return type.of.some((each) => isSelf(each, name));
  return (
    (isKind(type, 'optional') || isKind(type, 'nullable') || isKind(type, 'recursive')) &&
    isSelf(type.of, name)
  );
}

/** Returns a name for a recursive type, unique within the scope. */
function recursiveName(name: string, key: string, { recursiveNames }: Scope): string {
  const known = recursiveNames.get(key);
  if (known !== undefined) return known;
  const taken = new Set(recursiveNames.values());
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}_${count}`;
  recursiveNames.set(key, free);
  return free;
}

/**
 * Returns the type parameters of an alias or interface. All declarations of an interface have the same type parameters.
 */
function typeParametersOf({ declarations: [first] }: TypeSource): TSTypeParameterDeclaration | null {
  return first !== undefined && 'typeParameters' in first ? first.typeParameters : null;
}

/** Finds the type in `import('./note.ts').Note`, which compilers emit. */
function findImported(
  { source, qualifier }: TSImportType,
  { lookup, module }: Scope,
): TypeSource | undefined {
  return qualifier?.type === 'Identifier'
    ? lookup.findTypeIn(module, source.value, qualifier.name)
    : undefined;
}
