/**
 * @module The entry point for fetch servers: `export { default } from '@writ/controllers/application'`, with the prefix
 * in `WRIT_PREFIX`. If a controller has an error, the import fails before the server starts.
 */
import { Application } from './fetch-application.ts';

const { fetch }: Application = await Application.factory();

/** The default export that Bun and Deno serve. */
const entry: { readonly fetch: (request: Request) => Promise<Response> } = { fetch };
export default entry;
