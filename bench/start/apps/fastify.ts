import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';

const params = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] };
const app = Fastify();
app.get<{ Params: { id: number } }>('/items/:id', { schema: { params } }, ({ params: { id } }) => ({ id }));
await app.listen({ port: 0, host: '127.0.0.1' });
console.log((app.server.address() as AddressInfo).port);
