import { Elysia, t } from 'elysia';
import { createItem, storePerson } from '../../../http/src/cases.ts';
import { reportReady } from '../serve.ts';

const app = new Elysia()
  .onError(({ code, status }) => (code === 'VALIDATION' || code === 'PARSE' ? status(400) : undefined))
  .get('/hello', () => 'hello')
  .get('/items/:id', ({ params }) => createItem(params.id), { params: t.Object({ id: t.Integer() }) })
  .post('/people', ({ body }) => storePerson(body), {
    // `t.Integer` would accept the string "36".
    body: t.Object(
      { name: t.String({ minLength: 1 }), age: t.Number({ multipleOf: 1 }) },
      { additionalProperties: false },
    ),
  })
  .listen({ port: 0, hostname: '127.0.0.1' });

reportReady(app.server!.port!);
