/** @module The TypeScript parser. */
export { parseSync } from 'oxc-parser';
