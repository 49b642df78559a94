import type { Lookup } from '../module/lookup.ts';
import type { ModuleSource } from '../module/module-source.ts';
import type { TypeContext } from '../type/scope.ts';
import type { Shape } from './shape.ts';

/** The context in which result types are read. */
export interface Environment extends TypeContext {
  readonly module: ModuleSource;
  /** The shapes of the type arguments, by the name of the type parameter. */
  readonly parameters: ReadonlyMap<string, Shape>;
  /** Declared types by key, so that each is read once. */
  readonly known: Map<string, Shape>;
}

/** The lookup of declarations and values for result types. */
export interface ResultContext {
  readonly lookup: Lookup;
  readonly valueOf: TypeContext['valueOf'];
}

/** Returns the environment of a module, outside its declarations. */
export function createEnvironment(module: ModuleSource, { lookup, valueOf }: ResultContext): Environment {
  return { lookup, valueOf, module, parameters: new Map(), known: new Map() };
}

/** Returns the environment inside a declaration of a module. */
export function inDeclaration(
  env: Environment,
  module: ModuleSource,
  parameters: ReadonlyMap<string, Shape>,
): Environment {
  return { ...env, module, parameters };
}

/** Returns the environment with further type parameters, which hide those of the same names. */
export function withParameters(env: Environment, parameters: ReadonlyMap<string, Shape>): Environment {
  return { ...env, parameters: new Map([...env.parameters, ...parameters]) };
}
