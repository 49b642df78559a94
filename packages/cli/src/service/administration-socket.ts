import type { Socket } from 'node:net';
import {
  PeopleError,
  type Administer,
  type AdministrationRequest,
  type PeopleErrorCode,
} from '@writ/service';
import { openStateSocket, requestFromService, type StateSocket } from './state-socket.ts';

const NAME = 'administration.sock';
/** Milliseconds for the running service to respond; the verification of a long audit log takes a while. */
const ANSWER_LIMIT = 60_000;
const MAX_REQUEST_BYTES = 64 * 1024;
const MAX_ANSWER_BYTES = 64 * 1024 ** 2;

/** The response of the service, as JSON. */
type Answer =
  | { readonly result: unknown }
  | { readonly refused: { readonly code: PeopleErrorCode; readonly message: string } }
  | { readonly failed: string };

/**
 * Opens the socket on which `writ user`, `writ token` and `writ audit` send their requests to the running service.
 *
 * @throws Error of the file system, for example if it does not support sockets
 */
export async function openAdministrationSocket(state: string, administer: Administer): Promise<StateSocket> {
  return openStateSocket(state, NAME, (socket) => {
    let text = '';
    socket
      .setEncoding('utf8')
      .on('error', () => {})
      .setTimeout(ANSWER_LIMIT, () => socket.destroy())
      .on('data', (piece) => {
        text += String(piece);
        if (text.length > MAX_REQUEST_BYTES) socket.destroy();
      })
      .on('end', () => void respond(socket, text, administer));
  });
}

async function respond(socket: Socket, text: string, administer: Administer): Promise<void> {
  let answer: Answer;
  try {
    answer = { result: (await administer(JSON.parse(text) as AdministrationRequest)) ?? null };
  } catch (error) {
    const { message } = error as Error;
    answer = error instanceof PeopleError ? { refused: { code: error.code, message } } : { failed: message };
  }
  socket.end(JSON.stringify(answer));
}

/**
 * Sends a request to the service that uses the state folder; returns undefined if none responds.
 *
 * @throws {PeopleError} when the service refuses the request
 */
export async function requestAdministration(
  state: string,
  request: AdministrationRequest,
): Promise<{ readonly result: unknown } | undefined> {
  const limits = { milliseconds: ANSWER_LIMIT, bytes: MAX_ANSWER_BYTES };
  const text = await requestFromService(state, NAME, JSON.stringify(request), limits);
  if (text === undefined || text === '') return undefined;
  const answer = JSON.parse(text) as Answer;
  if ('refused' in answer) throw new PeopleError(answer.refused.code, answer.refused.message);
  if ('failed' in answer) throw new Error(answer.failed);
  return answer;
}
