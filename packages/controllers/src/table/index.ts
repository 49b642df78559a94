/** @module Functions that tables written by `writ build` import. */
export { at } from './at.ts';
export type { ControllersTable } from './table.ts';
