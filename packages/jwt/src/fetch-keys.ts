import { createRemoteJWKSet, customFetch, type FetchImplementation, type JWTVerifyGetKey } from 'jose';
import type { KeySetOptions } from './options.ts';

/**
 * Returns a function that finds keys in the key set of an issuer. The set is fetched when the first token arrives, when
 * it is older than `maxAge`, and, if the last fetch is more than `cooldown` ms ago, when a token has an unknown key.
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
    [customFetch]: limitSize(maxBytes),
  });
}

function limitSize(maxBytes: number): FetchImplementation {
  return async (url, options) => {
    const response = await fetch(url, options);
    if (response.body === null) return response;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      // Leaving the loop cancels the body.
      if (size > maxBytes) throw new Error(`the key set has more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    return new Response(await new Blob(chunks as BlobPart[]).arrayBuffer(), { status: response.status });
  };
}
