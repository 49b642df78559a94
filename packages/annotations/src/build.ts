/** @module Writes the types that the sources of annotated classes declare as one module; for `writ build`. */
export {
  writeDeclaredTypes,
  type DeclaredTypesOptions,
  type WrittenTypes,
} from './source/write-declared-types.ts';
