/** @module Reads TypeScript sources: the declarations of modules, and the types of parameters, fields and results. */
export {
  createDeclarationSources,
  declarationFileOf,
  type DeclarationSources,
} from './declarations/declaration-sources.ts';
export { baseNameOf, findBaseClass } from './module/base-class.ts';
export { collectDeclarations } from './module/declarations.ts';
export { type Description, descriptionAt, descriptionOf } from './module/description.ts';
export { importSpecifier } from './module/import-specifier.ts';
export { keyName } from './module/key-name.ts';
export { withLocalDeclarations, withTypeParameters } from './module/local-declarations.ts';
export {
  type ClassSource,
  type ModuleSource,
  parseModuleSource,
  parseProgram,
  rangeOf,
} from './module/module-source.ts';
export { withTypeArguments } from './module/type-arguments.ts';
export { type PatternDefault, withoutDefault } from './module/pattern-default.ts';
export { type ValueSource } from './module/lookup.ts';
export { withDisplayPaths } from './module/display-paths.ts';
export { resolveModule } from './module/resolve-module.ts';
export { createSources, type Sources } from './module/sources.ts';
export { readResults } from './result/results.ts';
export { readDefaultType } from './type/defaults.ts';
export { isEnum, toOptional } from './type/kinds.ts';
export { typeOfDefault } from './type/literals.ts';
export { structureOf } from './type/recursive.ts';
export { isInferred, isSchema } from './type/schemas.ts';
export {
  createScope,
  type KeyDetails,
  type Scope,
  sourceTextOf,
  type TypeContext,
  withoutReports,
} from './type/scope.ts';
export { readType } from './type/types.ts';
export { uniteTypes } from './type/unite-types.ts';
