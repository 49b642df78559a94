import { createServer, type RequestListener } from 'node:http';
import { reportReady } from './server-probe.ts';

/**
 * Time limit of idle connections in milliseconds: 10 minutes, longer than any measurement, so that the connections
 * remain open.
 */
export const IDLE_TIME = 600_000;

/** Serves with `node:http`. */
export function listen(listener: RequestListener): void {
  const server = createServer(
    { keepAliveTimeout: IDLE_TIME, headersTimeout: IDLE_TIME, requestTimeout: IDLE_TIME },
    listener,
  );
  server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => reportReady(server.address()));
}

/** Reads a body without retaining it; returns its length as text. */
export async function countBytes(body: AsyncIterable<Uint8Array>): Promise<string> {
  let length = 0;
  for await (const chunk of body) length += chunk.byteLength;
  return String(length);
}
