/** @module The commands `writ` and `create-writ`. */
export { create, main } from './main.ts';
