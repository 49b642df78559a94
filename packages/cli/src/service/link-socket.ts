import { openStateSocket, requestFromService, type StateSocket } from './state-socket.ts';

const NAME = 'link.sock';
/** Milliseconds for the running service to respond. */
const ANSWER_LIMIT = 10_000;
/** Maximum size of a response in bytes; addresses are shorter. */
const MAX_ANSWER_BYTES = 1024;

/**
 * Opens the socket that `writ serve --link` connects to, which sends a new address to each connection.
 *
 * @throws Error of the file system, for example if it does not support sockets
 */
export async function openLinkSocket(state: string, newAddress: () => string): Promise<StateSocket> {
  return openStateSocket(state, NAME, (socket) => {
    socket.on('error', () => {}).setTimeout(ANSWER_LIMIT, () => socket.destroy());
    socket.end(`${newAddress()}\n`).resume();
  });
}

/** Requests a new address from the service that uses the state folder; undefined if none responds. */
export async function requestLink(state: string): Promise<string | undefined> {
  const answer = await requestFromService(state, NAME, '', {
    milliseconds: ANSWER_LIMIT,
    bytes: MAX_ANSWER_BYTES,
  });
  return answer !== undefined && /^https?:\/\/\S+\n$/.test(answer) ? answer.trim() : undefined;
}
