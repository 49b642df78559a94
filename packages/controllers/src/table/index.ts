/** @module What a table that `writ build` wrote imports. */
export { at } from './at.ts';
export type { ControllersTable } from './table.ts';
