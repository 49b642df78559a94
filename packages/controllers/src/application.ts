/**
 * @module The entry of a fetch server: `export { default } from '@writ/controllers/application'`, with the prefix in
 * `WRIT_PREFIX`. An error in the controllers makes the import fail, before the server starts.
 */
import { Application } from './fetch-application.ts';

const { fetch }: Application = await Application.factory();

/** The default export that Bun and Deno serve. */
const entry: { readonly fetch: (request: Request) => Promise<Response> } = { fetch };
export default entry;
