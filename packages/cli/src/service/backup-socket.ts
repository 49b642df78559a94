import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Service } from '@writ/service';
import { openStateSocket, resolveSocketPath, type StateSocket } from './state-socket.ts';

const NAME = 'backup.sock';
/** Milliseconds without progress after which a transfer is abandoned. */
const STALL_LIMIT = 60_000;

/**
 * Opens the socket that `writ backup` connects to, and sends a copy of the records to each connection, to one at a time.
 * If the copy fails, the connection ends without an answer.
 *
 * @throws Error of the file system, for example if it does not support sockets
 */
export function openBackupSocket(
  state: string,
  backUp: NonNullable<Service['backUp']>,
  reportError: (message: string) => void,
): Promise<StateSocket> {
  const copy = join(state, 'backup.db');
  let last: Promise<void> = Promise.resolve();
  const send = async (socket: Socket): Promise<void> => {
    try {
      await rm(copy, { force: true });
      await backUp(copy);
      await pipeline(createReadStream(copy), socket);
    } catch (error) {
      reportError(`writ backup failed: ${(error as Error).message}`);
      socket.destroy();
    } finally {
      await rm(copy, { force: true }).catch(() => undefined);
    }
  };
  return openStateSocket(state, NAME, (socket) => {
    socket
      .resume()
      .on('error', () => {})
      .setTimeout(STALL_LIMIT, () => socket.destroy());
    last = last.then(() => send(socket));
  });
}

/** Connects to the service that uses the state folder; undefined if none is running. */
export async function connectToBackup(state: string): Promise<Socket | undefined> {
  let socket: ReturnType<typeof resolveSocketPath>;
  try {
    socket = resolveSocketPath(state, NAME);
  } catch {
    return undefined;
  }
  try {
    const connection = connect(socket.path);
    connection.setTimeout(STALL_LIMIT, () =>
      connection.destroy(new Error(`the service did not respond within ${STALL_LIMIT / 1000} s`)),
    );
    return await new Promise((resolve) => {
      connection.once('connect', () => resolve(connection)).once('error', () => resolve(undefined));
    });
  } finally {
    socket.release();
  }
}
