import { createWritClient, type ServiceClient } from '@writ/client';
import { readProblem } from './problem.ts';
import { readToken, removeToken } from './token.ts';

let client: ServiceClient | undefined;

/** The client of the service that sent the page. Its requests throw a {@link Problem} for an error response. */
export function service(): ServiceClient {
  client ??= createWritClient({ url: location.origin, fetch: send });
  return client;
}

/**
 * Sends a request with the token, or with the browser's cookie if there is none. Removes the token if the service refuses
 * it.
 */
async function send(request: Request): Promise<Response> {
  const token = readToken();
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(request, { cache: 'no-store' });
  if (response.ok) return response;
  if (response.status === 401) removeToken(token);
  throw await readProblem(response);
}

/** The content of a response. Throws a TypeError if there is none. */
export async function dataOf<Data>(result: Promise<{ readonly data?: Data }>): Promise<NonNullable<Data>> {
  const { data } = await result;
  if (data === undefined || data === null) throw new TypeError('the response has no content');
  return data;
}

/** Reads a text response as it arrives. */
export async function* readPieces(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}
