import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  type FetchImplementation,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';
import type { KeySetOptions } from './options.ts';

/** The key set cannot be fetched, or is not a key set. */
export class KeySetError extends Error {}

/**
 * Returns a function that finds keys in the key set of an issuer. The set is fetched when the first token arrives, when
 * it is older than `maxAge`, and, if the last fetch is more than `cooldown` ms ago, when a token has an unknown key.
 * Rejects with `KeySetError` if the set cannot be used; all other errors concern the token or one of the keys.
 */
export function fetchKeys({
  url,
  timeout,
  maxBytes,
  maxAge,
  cooldown,
}: Required<KeySetOptions>): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(url), {
    timeoutDuration: timeout,
    cacheMaxAge: maxAge,
    cooldownDuration: cooldown,
    [customFetch]: async (address, options) => {
      try {
        return await fetchSet(maxBytes, address, options);
      } catch (error) {
        throw new KeySetError(`the key set ${stripQuery(url)} cannot be used: ${describe(error)}`, {
          cause: error,
        });
      }
    },
  });
}

async function fetchSet(
  maxBytes: number,
  ...[address, options]: Parameters<FetchImplementation>
): Promise<Response> {
  const response = await fetch(address, options);
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`the server responded with status ${response.status} instead of 200`);
  }
  const content = await readBody(response, maxBytes);
  // Throws if it is not a key set, but accepts unusable keys in it: other tokens do not need them.
  createLocalJWKSet(parse(content));
  return new Response(content);
}

async function readBody({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (size > maxBytes) throw new Error(`the key set has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function parse(text: string): JSONWebKeySet {
  try {
    return JSON.parse(text) as JSONWebKeySet;
  } catch {
    throw new Error('it is not JSON');
  }
}

/** Returns a URL for messages, without its query and fragment, which may contain a key. */
function stripQuery(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? '';
}

function describe(error: unknown): string {
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return 'it did not arrive in time';
  return cause instanceof Error && message === 'fetch failed' ? cause.message : message;
}
