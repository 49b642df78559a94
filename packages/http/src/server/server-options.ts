import { assertOptions, type OptionNames } from '../internal/options.ts';
import type { ServerOptions } from './server-types.ts';

const OPTIONS: OptionNames<ServerOptions> = {
  transport: true,
  headersTimeout: true,
  requestTimeout: true,
  keepAliveTimeout: true,
  tls: true,
  http2: true,
  upgrades: true,
};

/** Options of `http.createServer` that Writ's servers do not have. */
const HTTP_OPTIONS: ReadonlySet<string> = new Set([
  'connectionsCheckingInterval',
  'highWaterMark',
  'insecureHTTPParser',
  'joinDuplicateHeaders',
  'keepAlive',
  'keepAliveInitialDelay',
  'keepAliveTimeoutBuffer',
  'maxHeaderSize',
  'noDelay',
  'rejectNonStandardBodyWrites',
  'requireHostHeader',
  'shouldUpgradeCallback',
  'uniqueHeaders',
  'IncomingMessage',
  'ServerResponse',
]);

const TLS_OPTIONS: ReadonlySet<string> = new Set(['key', 'cert', 'ca', 'pfx', 'passphrase', 'https']);

/** @throws TypeError if an option is unknown; for one of Node's options, the message says where to pass it */
export function assertServerOptions(options: ServerOptions): void {
  const names = typeof options === 'object' && options !== null ? Object.keys(options) : [];
  const http = names.find((name) => HTTP_OPTIONS.has(name));
  if (http !== undefined) {
    throw new TypeError(
      `createServer has no option "${http}", which belongs to node:http: use http.createServer({ ${http}: … }, router.listener)`,
    );
  }
  const tls = names.find((name) => TLS_OPTIONS.has(name));
  if (tls !== undefined) {
    throw new TypeError(`createServer has no option "${tls}": pass { tls: { key, cert } }`);
  }
  if (names.includes('server')) {
    throw new TypeError(
      'createServer has no option "server", because it creates the server: pass router.listener to your own server, such as http.createServer(router.listener)',
    );
  }
  assertOptions('createServer', options, OPTIONS);
}
