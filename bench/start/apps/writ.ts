import type { AddressInfo } from 'node:net';
import { int, PathParam, route, Router, Toolkit } from '@writ/http';

const toolkit = new Toolkit();
const router = new Router(toolkit).add(
  route({ method: 'GET', path: '/items/{id}', bindings: [PathParam('id', int)], handler: (id) => ({ id }) }),
);
const server = toolkit.createServer(router);
await server.listen(0, '127.0.0.1');
console.log((server.node.address() as AddressInfo).port);
