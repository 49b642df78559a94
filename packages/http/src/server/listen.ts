import { lstat } from 'node:fs/promises';
import { connect, type AddressInfo, type Server as NetServer } from 'node:net';
import { dirname } from 'node:path';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import type { ServerAddress, SocketAddress } from './server-address.ts';
import type { PortOptions, SocketOptions } from './server-types.ts';

/** The port or Unix socket to listen on. */
export type ListenOptions = PortOptions | SocketOptions;
export type ListenAddress = ServerAddress | SocketAddress;

/** Maximum length in bytes of a socket's path on Linux. */
const MAX_PATH_BYTES = 107;
/** Maximum number of milliseconds to wait until a server on an existing socket accepts a connection. */
const PROBE_LIMIT = 1_000;

const PORT_OPTIONS: OptionNames<PortOptions> = {
  port: true,
  host: true,
  backlog: true,
  exclusive: true,
  ipv6Only: true,
  reusePort: true,
};

const SOCKET_OPTIONS: OptionNames<SocketOptions> = {
  path: true,
  backlog: true,
  exclusive: true,
  readableAll: true,
  writableAll: true,
};

/**
 * Converts the arguments of `Server.listen` to options.
 *
 * @throws TypeError if an option is unknown or the path is invalid, RangeError if the port is invalid or the path is
 * too long
 */
export function resolveListenOptions(
  target: number | string | ListenOptions,
  host: string | undefined,
): ListenOptions {
  if (typeof target === 'number')
    return checkPort(host === undefined ? { port: target } : { port: target, host });
  if (typeof target === 'string') return checkPath({ path: target });
  if (typeof target === 'object' && target !== null && 'path' in target) {
    assertOptions('listen', target, SOCKET_OPTIONS);
    return checkPath(target);
  }
  assertOptions('listen', target, PORT_OPTIONS);
  return checkPort(target);
}

function checkPort(options: PortOptions): PortOptions {
  const { port } = options;
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return options;
  throw new RangeError(`listen: the port must be an integer from 0 to 65535, not ${JSON.stringify(port)}`);
}

function checkPath(options: SocketOptions): SocketOptions {
  const { path } = options;
  if (typeof path !== 'string' || path === '') {
    throw new TypeError(`listen: the path of a socket must be a string, not ${JSON.stringify(path)}`);
  }
  if (/^\d+$/.test(path)) {
    throw new TypeError(
      `listen: ${JSON.stringify(path)} is a path: pass the number ${path} for a port, or ./${path} for a socket`,
    );
  }
  const size = Buffer.byteLength(path);
  if (size > MAX_PATH_BYTES) {
    throw new RangeError(
      `listen: the path ${path} is ${size} bytes long: use a path of at most ${MAX_PATH_BYTES} bytes`,
    );
  }
  return options;
}

/**
 * Starts listening. Resolves with undefined if a listener of the event `listening` has closed the server. If listening
 * fails, rejects with an error whose message describes the cause.
 */
export async function listen(node: NetServer, options: ListenOptions): Promise<ListenAddress | undefined> {
  try {
    await startListening(node, options);
  } catch (cause) {
    const message = await describeFailure(options, cause as NodeJS.ErrnoException);
    throw Object.assign(new Error(message, { cause }), { code: (cause as NodeJS.ErrnoException).code });
  }
  if (!node.listening) return undefined;
  return 'path' in options ? toSocketAddress(options) : toServerAddress(node);
}

function startListening(node: NetServer, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    node.once('error', reject);
    node.listen({ ...options }, () => {
      node.off('error', reject);
      resolve();
    });
  });
}

function toSocketAddress({ path }: SocketOptions): SocketAddress {
  return { path, url: `unix:${path}` };
}

function toServerAddress(node: NetServer): ServerAddress {
  const scheme = 'setSecureContext' in node ? 'https' : 'http';
  const { address, family, port } = node.address() as AddressInfo;
  const urlHost = family === 'IPv6' ? `[${address}]` : address;
  const name = urlHost === '[::]' || urlHost === '0.0.0.0' ? 'localhost' : urlHost;
  return { host: address, port, url: `${scheme}://${name}:${port}` };
}

async function describeFailure(
  options: ListenOptions,
  { code, message }: NodeJS.ErrnoException,
): Promise<string> {
  if ('path' in options) {
    const reason = await describeSocketFailure(options.path, code);
    return `cannot listen on ${options.path}: ${reason ?? message}`;
  }
  const { port, host } = options;
  const place = host === undefined ? `port ${port}` : `port ${port} of ${host}`;
  const reason = code !== undefined && Object.hasOwn(PORT_REASONS, code) ? PORT_REASONS[code] : message;
  return `cannot listen on ${place}: ${reason}`;
}

const PORT_REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program is using it (EADDRINUSE): stop that program, or choose another port',
  EACCES: 'no permission (EACCES): choose a port above 1023, or grant the process CAP_NET_BIND_SERVICE',
  EADDRNOTAVAIL:
    'no network interface on this machine has this address (EADDRNOTAVAIL): choose 127.0.0.1 or 0.0.0.0',
  ENOTFOUND: 'unknown host name (ENOTFOUND): check the host',
};

async function describeSocketFailure(path: string, code: string | undefined): Promise<string | undefined> {
  if (code === 'EADDRINUSE') {
    const found = await lstat(path).catch(() => undefined);
    if (found?.isSocket() === false) return 'the file exists and is not a socket: choose another path';
    return (await acceptsConnections(path))
      ? 'another server is listening on this socket (EADDRINUSE): stop that server, or choose another path'
      : 'a server left this socket behind without closing it (EADDRINUSE): delete the file, then start again';
  }
  if (code !== 'EACCES') return undefined;
  const folder = dirname(path);
  const found = await lstat(folder).catch((error: NodeJS.ErrnoException) => error.code);
  return found === 'ENOENT'
    ? `the folder ${folder} does not exist (${code}): create it first`
    : `no permission (${code}): allow this user to write to the folder ${folder}, or choose another path`;
}

/** Resolves with false if the connection is refused, and otherwise with true, because a server may be listening. */
function acceptsConnections(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const settle = (accepts: boolean): void => {
      socket.destroy();
      resolve(accepts);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => settle(code !== 'ECONNREFUSED'));
    socket.setTimeout(PROBE_LIMIT, () => settle(true));
  });
}
