import {
  HttpError,
  optional,
  QueryParam,
  rateLimit,
  RestResponse,
  route,
  Router,
  files,
  type Filter,
  type Toolkit,
} from '@writ/http';
import { newToken } from '../../security/token.ts';
import type { Nodes } from '../../store/nodes/nodes.ts';
import { toMac } from '../identity.ts';
import { makeCpio } from './archive.ts';
import { LOCAL_BOOT, mediumScript, START_SCRIPT } from './scripts.ts';

/** Settings of the network boot service. */
export interface BootOptions {
  /** Folder with the files `kernel`, `initramfs` and `medium`, which `npm run build:medium -- --netboot=FOLDER` writes. */
  readonly folder: string;
  /** The https address of the service for agents. */
  readonly server: string;
  /** The certificates of the authorities that agents trust, in PEM format; default: the medium's. */
  readonly ca?: string;
  /** Further kernel arguments. */
  readonly append?: string;
}

export interface BootDependencies {
  readonly nodes: Nodes;
  readonly now: () => Date;
}

/** Milliseconds within which a machine must request the files, and its agent must register. */
const BOOT_TIME = 30 * 60_000;
/** Maximum number of machines that may boot at the same time. */
const BOOT_LIMIT = 10_000;
/** Maximum number of requests from one address in a minute. */
const REQUEST_LIMIT = 600;

/** An IPv4 address with an optional port. */
const IP_HOST = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?$/;

/**
 * Refuses the requests of browsers, because each request for a script uses up a decision: pages of other sites, and pages
 * whose name resolves to this address (DNS rebinding). Machines request the address that dnsmasq sends.
 */
const refuseBrowsers: Filter = ({ request: { method, headers } }, next) => {
  const isBrowser = headers.has('origin') || headers.has('sec-fetch-site');
  if (method === 'GET' && !isBrowser && IP_HOST.test(headers.get('host') ?? '')) return next();
  throw new HttpError('forbidden', 'Only machines that boot from the network may send requests');
};

interface StartedBoot {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/**
 * Creates the routes of the network boot service. They are for plain HTTP, because iPXE often supports nothing else: anyone
 * in the network segment can read and replace what they send. Therefore, the token in `agent` only lets a machine
 * register, and an administrator approves the registration.
 */
export function createBootRouter(
  toolkit: Toolkit,
  { folder, server, ca, append = '' }: BootOptions,
  { nodes, now }: BootDependencies,
): Router {
  const started = new Map<string, StartedBoot>();

  /** Returns the script of a machine. The medium is sent once for each decision of an administrator. */
  const scriptFor = async (given: string | undefined): Promise<string> => {
    const mac = given === undefined ? undefined : toMac(given);
    if (mac === undefined) return LOCAL_BOOT;
    const time = now();
    const boot = { token: newToken(), expires: time.getTime() + BOOT_TIME };
    if ((await nodes.takeBoot(mac, { ...boot, time: time.toISOString() })) === undefined) return LOCAL_BOOT;
    for (const [card, { expires }] of started) if (expires <= time.getTime()) started.delete(card);
    const [oldest] = started.keys();
    if (started.size >= BOOT_LIMIT && oldest !== undefined) started.delete(oldest);
    started.set(mac, boot);
    return mediumScript({ mac, server, append });
  };

  /** Returns the archive with the token, which is sent once. */
  const archiveFor = (given: string | undefined): Buffer => {
    const mac = given === undefined ? undefined : toMac(given);
    const boot = mac === undefined ? undefined : started.get(mac);
    if (mac === undefined || boot === undefined || boot.expires <= now().getTime())
      throw new HttpError('not-found', 'This machine does not boot the medium');
    started.delete(mac);
    return makeCpio([
      { path: 'medium/agent/token', content: `${boot.token}\n` },
      ...(ca === undefined ? [] : [{ path: 'medium/agent/ca.pem', content: ca }]),
    ]);
  };

  const text = (content: string) => RestResponse.ok(content).header('cache-control', 'no-store');
  const macOf = [QueryParam('mac', optional(String))] as const;
  const router = new Router(toolkit)
    .use(rateLimit({ limit: REQUEST_LIMIT, window: 60_000, name: 'boot' }))
    .use(refuseBrowsers);
  router.add(
    route({
      method: 'GET',
      path: '/boot/start.ipxe',
      produces: ['text/plain'],
      handler: () => text(START_SCRIPT),
    }),
    route({
      method: 'GET',
      path: '/boot/node.ipxe',
      produces: ['text/plain'],
      bindings: macOf,
      handler: async (mac) => text(await scriptFor(mac)),
    }),
    route({
      method: 'GET',
      path: '/boot/agent',
      produces: ['application/octet-stream'],
      bindings: macOf,
      handler: (mac) => RestResponse.ok(archiveFor(mac)).header('cache-control', 'no-store'),
    }),
    ...['kernel', 'initramfs', 'medium'].map((name) =>
      route({
        method: 'GET',
        path: `/boot/${name}`,
        produces: ['application/octet-stream'],
        handler: () => name,
        scopes: [{ name: 'files', writer: files(folder, { index: false }) }],
      }),
    ),
  );
  return router;
}
