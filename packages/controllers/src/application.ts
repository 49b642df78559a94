/**
 * @module The entry of a fetch server: `export { default } from '@writ/controllers/application'`, with the prefix in
 * `WRIT_PREFIX`. Everything that is wrong with the controllers fails the import, before the server starts.
 */
import { Application } from './fetch-application.ts';

const { fetch }: Application = await Application.factory();

/** What Bun and Deno ask for. */
const entry: { readonly fetch: (request: Request) => Promise<Response> } = { fetch };
export default entry;
