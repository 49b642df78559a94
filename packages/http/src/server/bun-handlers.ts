/**
 * Whether the server of Bun that received a request cannot upgrade connections, because `Bun.serve` has no handlers for
 * WebSockets. The request must not be an opening handshake.
 */
export function lacksWebSocketHandlers(request: Request, server: unknown): boolean {
  const { upgrade } = (server ?? {}) as { readonly upgrade?: (request: Request) => boolean };
  if (!('Bun' in globalThis) || typeof upgrade !== 'function') return false;
  try {
    // Returns false, because the request is not a handshake. Throws an error if there are no handlers.
    upgrade.call(server, request);
    return false;
  } catch {
    return true;
  }
}
