import { BodyParam, route, Router, Toolkit, type TransportName } from '@writ/http';
import { countBytes, IDLE_TIME } from './listen.ts';
import { reportReady } from './server-probe.ts';

/** Starts the `writ` server with a transport. */
export async function serveWrit(transport: TransportName): Promise<void> {
  const toolkit = new Toolkit({ limits: { body: 1_000_000_000 } });
  const router = new Router(toolkit).add(
    route({ method: 'GET', path: '/hello', handler: () => 'hello' }),
    route({
      method: 'PUT',
      path: '/upload',
      bindings: [BodyParam(ReadableStream)],
      handler: (body: ReadableStream<Uint8Array>) => countBytes(body),
    }),
  );
  const server = toolkit.createServer(router, {
    transport,
    keepAliveTimeout: IDLE_TIME,
    headersTimeout: IDLE_TIME,
    requestTimeout: IDLE_TIME,
  });
  await server.listen(0, '127.0.0.1');
  reportReady(server.node.address());
}
