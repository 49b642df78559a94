import { chmodSync, closeSync, constants, openSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/** The maximum length of a socket path in bytes; Linux allows 107. */
const MAX_PATH_BYTES = 100;
/** Milliseconds for the running service to respond. */
const ANSWER_LIMIT = 10_000;
/** Maximum size of a response in bytes; addresses are shorter. */
const MAX_ANSWER_BYTES = 1024;

/** The socket that `writ serve --link` connects to. */
export interface LinkSocket {
  close(): void;
}

/**
 * Returns the path of the socket in a state folder. A path that is too long is replaced with a path through a file
 * descriptor.
 */
function resolveSocketPath(state: string): { readonly path: string; release(): void } {
  const path = join(state, 'link.sock');
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return { path, release: () => {} };
  const folder = openSync(state, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${folder}/link.sock`, release: () => closeSync(folder) };
}

/**
 * Opens a socket that sends a new address to each connection. Only the owner of the folder (0700) and root can connect,
 * so no token is needed.
 *
 * @throws Error of the file system, for example if it does not support sockets
 */
export async function openLinkSocket(state: string, newAddress: () => string): Promise<LinkSocket> {
  const { path, release } = resolveSocketPath(state);
  const server = createServer((socket) => {
    socket.on('error', () => {}).setTimeout(ANSWER_LIMIT, () => socket.destroy());
    socket.end(`${newAddress()}\n`);
  });
  try {
    // A killed service leaves its socket behind.
    rmSync(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(path, resolve);
    });
    chmodSync(path, 0o600);
  } catch (error) {
    server.close();
    release();
    throw error;
  }
  server.unref();
  return {
    close: () => {
      server.close();
      release();
    },
  };
}

/** Requests a new address from the service that uses the state folder; undefined if none responds. */
export async function requestLink(state: string): Promise<string | undefined> {
  let socket: { readonly path: string; release(): void };
  try {
    socket = resolveSocketPath(state);
  } catch {
    return undefined;
  }
  try {
    return await readAddress(socket.path);
  } finally {
    socket.release();
  }
}

function readAddress(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const connection = connect(path).setEncoding('latin1');
    const settle = (result?: string): void => {
      connection.destroy();
      resolve(result);
    };
    connection.setTimeout(ANSWER_LIMIT, settle);
    connection.on('error', () => settle());
    connection.on('data', (piece) => {
      answer += String(piece);
      if (answer.length > MAX_ANSWER_BYTES) settle();
    });
    connection.on('end', () => settle(/^http:\/\/\S+\n$/.test(answer) ? answer.trim() : undefined));
  });
}
