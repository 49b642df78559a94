import type { Expression } from '@oxc-project/types';
import type { ClassSource, ModuleSource, TypeContext } from '@writ/source';

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

/** Finds the base class of a class in the module. */
export function findBase(
  superClass: Expression | null,
  module: ModuleSource,
  lookup: TypeContext['lookup'],
): ClassSource | undefined {
  const base = baseNameOf(superClass);
  if (base === undefined) return undefined;
  const { name, namespace } = base;
  if (namespace === undefined) return lookup.findClassType(module, name);
  const imported = module.imports.get(namespace);
  const isNamespace = imported !== undefined && imported.name === undefined;
  return isNamespace ? lookup.findClassTypeIn(module, imported.specifier, name) : undefined;
}
