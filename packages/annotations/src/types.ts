/** @module For tools that compile: writes the types that a source declares into it. */
export { createTypeWriter, type TypeWriter } from './source/type-writer.ts';
