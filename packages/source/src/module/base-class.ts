import type { Expression } from '@oxc-project/types';
import type { Lookup } from './lookup.ts';
import type { ClassSource, ModuleSource } from './module-source.ts';

/** The name of a base class: `Crud`, or `Crud` of the namespace import `notes` in `extends notes.Crud`. */
interface BaseName {
  readonly name: string;
  readonly namespace?: string;
}

/** Returns the name of a base class, or undefined for other expressions, such as calls. */
export function baseNameOf(superClass: Expression | null): BaseName | undefined {
  if (superClass?.type === 'Identifier') return { name: superClass.name };
  if (superClass?.type !== 'MemberExpression') return undefined;
  const { object, property } = superClass;
  const isName =
    object.type === 'Identifier' && property.type === 'Identifier' && superClass.computed !== true;
  return isName ? { name: property.name, namespace: object.name } : undefined;
}

/** Finds the class that a class in the module extends; it may be declared in another package. */
export function findBaseClass(
  superClass: Expression | null,
  module: ModuleSource,
  lookup: Lookup,
): ClassSource | undefined {
  const base = baseNameOf(superClass);
  if (base === undefined) return undefined;
  const { name, namespace } = base;
  if (namespace === undefined) return lookup.findClass(module, name);
  const imported = module.imports.get(namespace);
  const isNamespace = imported !== undefined && imported.name === undefined;
  return isNamespace ? lookup.findClassIn(module, imported.specifier, name) : undefined;
}
