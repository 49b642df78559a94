/** @module Generates a module with the declared types of annotated classes, for `writ build`. */
export {
  writeDeclaredTypes,
  type DeclaredTypesOptions,
  type WrittenTypes,
} from './source/write-declared-types.ts';
