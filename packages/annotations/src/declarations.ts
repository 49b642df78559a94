/**
 * @module Reads the declared types of classes from declaration files. Loaded at run time when compiled code has such
 * a file next to it.
 */
export { recordFromDeclarations } from './source/record-from-declarations.ts';
