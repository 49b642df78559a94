import type { Transport } from '../contract/transport.ts';

/** Answers a request. Resolves with the response of the transport, and rejects with any error that `handle` throws. */
export function answer<T>(
  router: { handle(transport: Transport): unknown },
  transport: Transport & { readonly response: Promise<T> },
): Promise<T> {
  // Not an async function, because that would create another promise for each request.
  try {
    router.handle(transport);
  } catch (error) {
    return Promise.reject(error as Error);
  }
  return transport.response;
}
