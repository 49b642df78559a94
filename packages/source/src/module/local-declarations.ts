import type { TSTypeParameterDeclaration } from '@oxc-project/types';
import type { LocalDeclarations } from './declarations.ts';
import type { ModuleSource } from './module-source.ts';

/** Returns the module with the declarations of one of its blocks, which shadow the module's own declarations. */
export function withLocalDeclarations(
  module: ModuleSource,
  { classes, types, constants }: LocalDeclarations,
): ModuleSource {
  if (classes.size + types.size + constants.size === 0) return module;
  return {
    ...module,
    // Local classes shadow types, but cannot be read as types.
    types: new Map([...module.types, ...[...classes.keys()].map((name) => [name, []] as const), ...types]),
    constants: new Map([...module.constants, ...constants]),
  };
}

/** Returns the module with the type parameters of a generic declaration, each of which may be any type. */
export function withTypeParameters(
  module: ModuleSource,
  declaration: TSTypeParameterDeclaration | null | undefined,
): ModuleSource {
  if (declaration == null) return module;
  const names = declaration.params.map(({ name }) => [name.name, []] as const);
  const types = new Map([...module.types, ...names]);
  if (module.typeArguments === undefined) return { ...module, types };
  const shadowed = new Set(declaration.params.map(({ name }) => name.name));
  const visible = [...module.typeArguments].filter(([name]) => !shadowed.has(name));
  return { ...module, types, typeArguments: new Map(visible) };
}
