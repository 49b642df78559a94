/** @module Imports of the tables that `writ build` writes. */
export { at } from './at.ts';
export type { ControllersTable } from './table.ts';
