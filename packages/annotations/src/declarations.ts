/**
 * @module Reads the declared types of classes from declaration files. Loaded at run time if compiled code has a
 * declaration file next to it.
 */
export { recordFromDeclarations } from './source/record-from-declarations.ts';
