/** @module Adds declared types to source code, for tools that compile it. */
export { createTypeWriter, type TypeWriter } from './source/type-writer.ts';
