/** @module The command `create-writ`, which `npm create writ` runs. */
export { create } from '@writ/cli';
