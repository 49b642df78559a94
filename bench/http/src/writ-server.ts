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
import { createItem, storePerson } from './cases.ts';
import { reportReady } from './probe.ts';

const filled = codec({
  name: 'filled text',
  schema: { type: 'string', minLength: 1 },
  parse(text) {
    if (text === '') throw new Error('must not be empty');
    return text;
  },
});
const Person = object({ name: filled, age: int });

/** Starts the server `writ` with a transport. */
export async function serveWrit(transport: TransportName): Promise<void> {
  const toolkit = new Toolkit();
  const router = new Router(toolkit).add(
    route({ method: 'GET', path: '/hello', handler: () => 'hello' }),
    route({ method: 'GET', path: '/items/{id}', bindings: [PathParam('id', int)], handler: createItem }),
    route({ method: 'POST', path: '/people', bindings: [BodyParam(Person)], handler: storePerson }),
  );
  const server = toolkit.createServer(router, { transport });
  await server.listen(0, '127.0.0.1');
  reportReady(server.node.address());
}
