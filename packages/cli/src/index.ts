/** @module The `writ` command. */
export { main } from './main.ts';
