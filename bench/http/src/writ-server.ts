import {
  BodyParam,
  codec,
  int,
  object,
  PathParam,
  route,
  Router,
  Toolkit,
  type TransportName,
} from '@writ/http';
import { findUser, storeItem } from './cases.ts';
import { reportReady } from './probe.ts';

/** A string. `String` would also accept numbers in JSON. */
const text = codec({ name: 'text', schema: { type: 'string' }, parse: (value) => value });
const Item = object({ title: text, count: int });

/** Starts the server `writ` with a transport. */
export async function serveWrit(transport: TransportName): Promise<void> {
  const toolkit = new Toolkit();
  const router = new Router(toolkit).add(
    route({ method: 'GET', path: '/', handler: () => 'hello' }),
    route({ method: 'GET', path: '/users/{id}', bindings: [PathParam('id', int)], handler: findUser }),
    route({ method: 'POST', path: '/items', bindings: [BodyParam(Item)], handler: storeItem }),
  );
  const server = toolkit.createServer(router, { transport });
  await server.listen(0, '127.0.0.1');
  reportReady(server.node.address());
}
