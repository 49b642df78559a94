import Fastify from 'fastify';
import { createItem, storePerson, type Person } from '../cases.ts';
import { reportReady } from '../probe.ts';

const app = Fastify({ ajv: { customOptions: { coerceTypes: false } } });

app.get('/hello', (_request, reply) => {
  reply.type('text/plain; charset=utf-8').send('hello');
});

app.get<{ Params: { id: string } }>(
  '/items/:id',
  {
    schema: {
      params: {
        type: 'object',
        properties: { id: { type: 'string', pattern: '^-?\\d+$' } },
        required: ['id'],
      },
      response: {
        200: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } },
      },
    },
  },
  (request, reply) => {
    reply.send(createItem(Number(request.params.id)));
  },
);

app.post<{ Body: Person }>(
  '/people',
  {
    schema: {
      body: {
        type: 'object',
        properties: { name: { type: 'string', minLength: 1 }, age: { type: 'integer' } },
        required: ['name', 'age'],
        additionalProperties: false,
      },
      response: {
        200: {
          type: 'object',
          properties: { id: { type: 'integer' }, name: { type: 'string' }, age: { type: 'integer' } },
        },
      },
    },
  },
  (request, reply) => {
    reply.send(storePerson(request.body));
  },
);

await app.listen({ port: 0, host: '127.0.0.1' });
reportReady(app.server.address());
