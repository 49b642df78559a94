import { channel } from 'node:diagnostics_channel';
import { Server } from 'node:http';
import type { Logger } from '../contract/logger.ts';
import { Llhttp } from './parser/llhttp.ts';
import type { TransportName } from './server-types.ts';

/** Diagnostics channels on which `node:http` reports requests to its servers. */
const CHANNELS = ['http.server.request.start', 'http.server.response.created', 'http.server.response.finish'];
/** The Node flag with which `node:http` accepts invalid requests. */
const LENIENT = '--insecure-http-parser';

/**
 * Returns a parser for the transport `fast`, or undefined for the transport `node`. If `transport` is undefined,
 * chooses `fast` unless the process or the router cannot run on it. The reason is logged, except on Bun and Deno.
 * `required` is the transport that the router requires.
 *
 * @throws Error if `transport` is `fast`, but its parser cannot be loaded or the router requires `node`
 */
export function selectParser(
  transport: TransportName | undefined,
  logger: Logger,
  required?: 'node',
): Llhttp | undefined {
  if (required === 'node' && transport === 'fast') {
    throw new Error(
      "createServer: the router uses connect(), which requires the transport 'node': remove transport: 'fast'",
    );
  }
  if (transport === 'fast') return new Llhttp();
  if (transport === 'node' || !isNode()) return undefined;
  const dependency = required === 'node' ? 'the router uses connect()' : findDependency();
  if (dependency !== undefined) {
    logger.info({}, `the server uses the transport 'node', because ${dependency}`);
    return undefined;
  }
  try {
    return new Llhttp();
  } catch (error) {
    logger.warn({}, `${(error as Error).message}; the server uses the transport 'node'`);
    return undefined;
  }
}

/**
 * Whether the runtime is Node. Bun and Deno implement `node:http` with native servers, which are faster than
 * JavaScript.
 */
function isNode(): boolean {
  const { versions } = process;
  return versions['bun'] === undefined && versions['deno'] === undefined;
}

/** Returns the reason why this process depends on `node:http`, if there is one. */
function findDependency(): string | undefined {
  // OpenTelemetry, Datadog and New Relic replace this method. Sentry subscribes to the channels.
  if (Object.hasOwn(Server.prototype, 'emit') || CHANNELS.some((name) => channel(name).hasSubscribers)) {
    return 'a tool in this process observes the requests to node:http servers';
  }
  const flags = [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(' ')];
  return flags.includes(LENIENT) ? `Node runs with ${LENIENT}` : undefined;
}
