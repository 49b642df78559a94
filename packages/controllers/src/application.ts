/**
 * @module The entry point for fetch servers: `export { default } from '@writ/controllers/application'`, with the prefix
 * in `WRIT_PREFIX`. If a controller has an error, the import fails before the server starts.
 */
import type { BunWebSocketHandlers } from '@writ/http/websocket';
import { Application } from './fetch-application.ts';

const { fetch, router }: Application = await Application.factory();
// Loaded on demand, because most applications do not need `ws`.
const { bunWebSocket: websocket } =
  'Bun' in globalThis && router.upgrades.size > 0
    ? await import(/* webpackIgnore: true */ /* @vite-ignore */ '@writ/http/websocket')
    : {};

/** The default export that Bun and Deno serve. On Bun, `websocket` handles the connections of WebSocket routes. */
const entry: {
  readonly fetch: Application['fetch'];
  readonly websocket?: BunWebSocketHandlers;
} = { fetch, ...(websocket && { websocket }) };
export default entry;
