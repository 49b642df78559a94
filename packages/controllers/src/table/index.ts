/** @module Functions that tables written by `writ build` import. */
export { inputSchema } from '@writ/http/kernel';
export { at } from './at.ts';
export type { ControllersTable } from './table.ts';
