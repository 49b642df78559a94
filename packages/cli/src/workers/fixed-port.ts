import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Endpoint } from '../controller-server/serving-options.ts';

/**
 * Replaces port 0 with a free port, so that replacement workers listen on the same port. If that fails, the worker
 * reports the reason.
 */
export async function fixedPort<T extends Endpoint>(endpoint: T): Promise<T> {
  if (endpoint.port !== 0) return endpoint;
  const server = createServer().listen(0, endpoint.host);
  try {
    await once(server, 'listening');
  } catch {
    return endpoint;
  }
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return { ...endpoint, port };
}
