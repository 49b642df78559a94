import type { Type } from '@writ/http';
import type { ObjectOf } from '@writ/http/kernel';
import type { TSInterfaceDeclaration, TSInterfaceHeritage, TSTypeReference } from '@oxc-project/types';
import type { TypeSource } from '../module/lookup.ts';
import { readEnum } from './enums.ts';
import { isKind } from '@writ/http/kernel';
import { mergeObjects, readMembers } from './objects.ts';
import type { OpenNames, ReadType } from './read-type.ts';
import { structureOf } from './recursive.ts';
import { sourceTextOf, type Scope } from './scope.ts';

/** Reads the type declared by an alias, an interface or an enum. `scope` is the scope of its module. */
export function readDeclared(
  { declarations, name }: TypeSource,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): Type | undefined {
  const [first] = declarations;
  if (first === undefined) return undefined;
  if (first.type === 'TSTypeAliasDeclaration') return read(first.typeAnnotation, scope, open);
  const enums = declarations.filter((each) => each.type === 'TSEnumDeclaration');
  if (enums.length > 0) return readEnum(enums, scope);
  const interfaces = declarations.filter((each) => each.type === 'TSInterfaceDeclaration');
  const parts = interfaces.map((each) => readInterface(each, name, scope, open, read));
  const objects = parts.filter((part) => part !== undefined);
  if (objects.length < parts.length) return undefined;
  return objects.length === 1 ? objects[0] : mergeObjects(objects, scope);
}

/** Reads an interface with its inherited keys; own keys take precedence. */
function readInterface(
  declaration: TSInterfaceDeclaration,
  name: string,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): ObjectOf | undefined {
  const parts: ObjectOf[] = [];
  for (const heritage of declaration.extends) {
    const declared = readBaseStructure(heritage, scope, open, read);
    if (declared === undefined) return undefined;
    const base = structureOf(declared, scope);
    if (!isKind(base, 'object')) {
      return scope.report(
        'type-unknown',
        heritage,
        `${name} extends ${sourceTextOf(scope, heritage)}, which is not an object type`,
        'write out its keys',
      );
    }
    parts.push(base);
  }
  const own = readMembers(declaration.body.body, scope, (member) => read(member, scope, open));
  if (own === undefined) return undefined;
  return parts.length === 0 ? own : mergeObjects([...parts, own], scope);
}

/**
 * Reads a base interface. If it is already being read, as in `interface A { b?: B }` and `interface B extends A {}`,
 * reads it a second time, because the keys of the base are needed, which a reference to it does not contain.
 */
function readBaseStructure(
  heritage: TSInterfaceHeritage,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): Type | undefined {
  const base = readBase(heritage, scope, open, read);
  if (base === undefined || !isKind(base, 'self')) return base;
  const others = open.filter((key) => scope.recursiveNames.get(key) !== base.name);
  return others.at(-1) === open.at(-1) ? readBase(heritage, scope, others, read) : base;
}

/** Reads the expression after `extends` as a type reference. */
function readBase(
  heritage: TSInterfaceHeritage,
  scope: Scope,
  open: OpenNames,
  read: ReadType,
): Type | undefined {
  const { expression, typeArguments, start, end } = heritage;
  const typeName =
    expression.type === 'MemberExpression' && expression.property.type === 'Identifier'
      ? { type: 'TSQualifiedName', left: expression.object, right: expression.property }
      : expression;
  return read(
    { type: 'TSTypeReference', typeName, typeArguments, start, end } as TSTypeReference,
    scope,
    open,
  );
}
