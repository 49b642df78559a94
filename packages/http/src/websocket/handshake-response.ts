/** Headers of the response that only the handshake sets. */
export const HANDSHAKE_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'upgrade',
  'content-length',
  'content-type',
  'transfer-encoding',
  'sec-websocket-accept',
  'sec-websocket-protocol',
  'sec-websocket-extensions',
]);

/** Returns the first supported subprotocol that the client offers. */
export function selectProtocol(
  offered: ReadonlySet<string>,
  supported: readonly string[],
): string | undefined {
  return supported.find((protocol) => offered.has(protocol));
}
