/** @module Records the declared types of classes; imported by the module that `writ build` writes. */
export { declareTypes } from './declared-types/declare-types.ts';
