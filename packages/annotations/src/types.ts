/** @module Adds declared types to a source; for tools that compile. */
export { createTypeWriter, type TypeWriter } from './source/type-writer.ts';
