import { chmodSync, closeSync, constants, openSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/** Of a path to a socket, in bytes; Linux knows 107. */
const MAX_PATH_BYTES = 100;
/** Milliseconds that the running service has to answer. */
const ANSWER_LIMIT = 10_000;
/** Bytes; an address has fewer. */
const MAX_ANSWER_BYTES = 1024;

/** Where `writ serve --link` gets its address from. */
export interface LinkSocket {
  close(): void;
}

/** A name for the socket of a state folder: by its descriptor where the path is longer than one may be. */
function resolveSocketPath(state: string): { readonly path: string; release(): void } {
  const path = join(state, 'link.sock');
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return { path, release: () => {} };
  const folder = openSync(state, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${folder}/link.sock`, release: () => closeSync(folder) };
}

/**
 * Answers each connection with a new address. The folder is the service's alone (0700, one service at a time), so that
 * who reaches the socket is its owner, and no token passes.
 *
 * @throws when the file system has no sockets
 */
export async function openLinkSocket(state: string, newAddress: () => string): Promise<LinkSocket> {
  const { path, release } = resolveSocketPath(state);
  const server = createServer((socket) => {
    socket.on('error', () => {}).setTimeout(ANSWER_LIMIT, () => socket.destroy());
    socket.end(`${newAddress()}\n`);
  });
  try {
    // A service that was killed has left its own.
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

/** A new address of the service that uses the state folder; undefined when none runs there. */
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
    const end = (result?: string): void => {
      connection.destroy();
      resolve(result);
    };
    connection.setTimeout(ANSWER_LIMIT, end);
    connection.on('error', () => end());
    connection.on('data', (piece) => {
      answer += String(piece);
      if (answer.length > MAX_ANSWER_BYTES) end();
    });
    connection.on('end', () => end(/^http:\/\/\S+\n$/.test(answer) ? answer.trim() : undefined));
  });
}
