/** @module What a module that `writ build` wrote imports: says the types that the sources of classes declare. */
export { declareTypes } from './declared-types/declare-types.ts';
