import { BodyParam, codec, int, object, PathParam, route, Router, Toolkit } from '@writ/http';
import { createItem, storePerson } from '../cases.ts';
import { reportReady } from '../probe.ts';

const filled = codec({
  name: 'filled text',
  schema: { type: 'string', minLength: 1 },
  parse(text) {
    if (text === '') throw new Error('must not be empty');
    return text;
  },
});
const Person = object({ name: filled, age: int });

const toolkit = new Toolkit();
const router = new Router(toolkit).add(
  route({ method: 'GET', path: '/hello', handler: () => 'hello' }),
  route({ method: 'GET', path: '/items/{id}', bindings: [PathParam('id', int)], handler: createItem }),
  route({ method: 'POST', path: '/people', bindings: [BodyParam(Person)], handler: storePerson }),
);
const server = toolkit.createServer(router);
await server.listen(0, '127.0.0.1');
reportReady(server.node.address());
