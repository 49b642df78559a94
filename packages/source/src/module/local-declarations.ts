import type { TSTypeParameterDeclaration } from 'oxc-parser';
import type { LocalDeclarations } from './declarations.ts';
import type { ModuleSource } from './module-source.ts';

/** The module as it is seen from a block of it: what the block declares hides what the module does. */
export function withLocalDeclarations(
  module: ModuleSource,
  { classes, types, constants }: LocalDeclarations,
): ModuleSource {
  if (classes.size + types.size + constants.size === 0) return module;
  return {
    ...module,
    // No type that can be read.
    types: new Map([...module.types, ...[...classes.keys()].map((name) => [name, []] as const), ...types]),
    constants: new Map([...module.constants, ...constants]),
  };
}

/** The same inside of what has type parameters, which are any type. */
export function withTypeParameters(
  module: ModuleSource,
  declaration: TSTypeParameterDeclaration | null | undefined,
): ModuleSource {
  if (declaration == null) return module;
  const names = declaration.params.map(({ name }) => [name.name, []] as const);
  return { ...module, types: new Map([...module.types, ...names]) };
}
