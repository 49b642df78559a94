import type { TSTypeParameterDeclaration } from 'oxc-parser';
import type { LocalDeclarations } from './declarations.ts';
import type { ModuleSource } from './module-source.ts';

/** The module as seen from one of its blocks, whose declarations shadow those of the module. */
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

/** The module as seen from inside a generic declaration. A type parameter may be any type. */
export function withTypeParameters(
  module: ModuleSource,
  declaration: TSTypeParameterDeclaration | null | undefined,
): ModuleSource {
  if (declaration == null) return module;
  const names = declaration.params.map(({ name }) => [name.name, []] as const);
  return { ...module, types: new Map([...module.types, ...names]) };
}
