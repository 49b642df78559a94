/** @module What declaration files declare of classes; loaded at run time where compiled code has one beside it. */
export { recordFromDeclarations } from './source/record-from-declarations.ts';
