import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { Endpoint } from '../controller-server/serving-options.ts';

/**
 * The endpoint with a free port in place of 0: each worker that takes another's place listens on the same one. When
 * nothing can listen there, the worker says why.
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
