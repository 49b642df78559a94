import Fastify from 'fastify';
import { findUser, storeItem, type Item } from '../cases.ts';
import { reportReady } from '../probe.ts';

const app = Fastify({ ajv: { customOptions: { coerceTypes: false } } });

app.get('/', (_request, reply) => {
  reply.type('text/plain; charset=utf-8').send('hello');
});

app.get<{ Params: { id: string } }>(
  '/users/:id',
  {
    schema: {
      params: {
        type: 'object',
        properties: { id: { type: 'string', pattern: '^-?\\d+$' } },
        required: ['id'],
      },
      response: {
        200: {
          type: 'object',
          properties: {
            id: { type: 'integer' },
            name: { type: 'string' },
            email: { type: 'string' },
            active: { type: 'boolean' },
          },
        },
      },
    },
  },
  (request, reply) => {
    reply.send(findUser(Number(request.params.id)));
  },
);

const itemProperties = { title: { type: 'string' }, count: { type: 'integer' } };

app.post<{ Body: Item }>(
  '/items',
  {
    schema: {
      body: {
        type: 'object',
        properties: itemProperties,
        required: ['title', 'count'],
        additionalProperties: false,
      },
      response: { 200: { type: 'object', properties: { id: { type: 'integer' }, ...itemProperties } } },
    },
  },
  (request, reply) => {
    reply.send(storeItem(request.body));
  },
);

await app.listen({ port: 0, host: '127.0.0.1' });
reportReady(app.server.address());
