import type { TSImportType, TSTypeReference } from 'oxc-parser';
import { oneOf, type Type } from '@writ/http';
import type { TypeSource } from '../module/lookup.ts';
import { readDeclared } from './declared.ts';
import { enumMember } from './enums.ts';
import { findType } from './find-type.ts';
import { reportUnsupportedType, type OpenNames, type ReadType } from './read-type.ts';
import { isInferred, readInferred } from './schemas.ts';
import { sourceTextOf, type Scope } from './scope.ts';
import { isUtility, readUtility } from './utilities.ts';

/** Types of the runtime; their type arguments are ignored. */
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

/** Reads a type by its name: a type that is declared in the package, a utility type, or a type that a schema infers. */
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
  const key = `${found.module.file}\0${found.name}`;
  if (open.includes(key)) {
    return scope.report(
      'type-unknown',
      node,
      `the type ${found.name} contains itself`,
      'write "unknown" here and check it in the handler',
    );
  }
  const isGeneric = found.declarations.some(
    (each) => 'typeParameters' in each && each.typeParameters !== null,
  );
  if (isGeneric || node.typeArguments !== null) {
    return scope.report(
      'type-unknown',
      node,
      `the generic type ${sourceTextOf(scope, node)} is not supported`,
      'write the type out',
    );
  }
  return readDeclared(found, scope.forModule(found.module), [...open, key], read);
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
