import { chmodSync, closeSync, constants, openSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';

/** The maximum length of a socket path in bytes; Linux allows 107. */
const MAX_PATH_BYTES = 100;

/** A socket in a state folder. Only the owner of the folder (0700) and root can connect, so no token is needed. */
export interface StateSocket {
  close(): void;
}

/**
 * Returns the path of a socket in a state folder. A path that is too long is replaced with a path through a file
 * descriptor.
 */
export function resolveSocketPath(
  state: string,
  name: string,
): { readonly path: string; release(this: void): void } {
  const path = join(state, name);
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return { path, release: () => {} };
  const folder = openSync(state, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${folder}/${name}`, release: () => closeSync(folder) };
}

/**
 * Opens a socket in a state folder, and calls a function with each connection.
 *
 * @throws Error of the file system, for example if it does not support sockets
 */
export async function openStateSocket(
  state: string,
  name: string,
  connected: (socket: Socket) => void,
): Promise<StateSocket> {
  const { path, release } = resolveSocketPath(state, name);
  const server = createServer({ allowHalfOpen: true }, connected);
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

/** Limits of a response. */
export interface AnswerLimits {
  /** Milliseconds for the service to respond. */
  readonly milliseconds: number;
  /** Maximum size in bytes. */
  readonly bytes: number;
}

/**
 * Sends a text to the service that uses the state folder, and returns its response; undefined if no service responds
 * within the limits.
 */
export async function requestFromService(
  state: string,
  name: string,
  text: string,
  limits: AnswerLimits,
): Promise<string | undefined> {
  let socket: { readonly path: string; release(): void };
  try {
    socket = resolveSocketPath(state, name);
  } catch {
    return undefined;
  }
  try {
    return await exchange(connect(socket.path), text, limits);
  } finally {
    socket.release();
  }
}

function exchange(
  connection: Socket,
  text: string,
  { milliseconds, bytes }: AnswerLimits,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = '';
    const settle = (result?: string): void => {
      connection.destroy();
      resolve(result);
    };
    connection.setEncoding('utf8').setTimeout(milliseconds, settle);
    connection.on('error', () => settle());
    connection.on('data', (piece) => {
      answer += String(piece);
      if (Buffer.byteLength(answer) > bytes) settle();
    });
    connection.on('end', () => settle(answer));
    connection.end(text);
  });
}
