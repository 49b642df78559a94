import { Elysia, t } from 'elysia';
import { findUser, storeItem } from '../../http/src/cases.ts';
import { reportReady } from './serve.ts';

/**
 * Starts Elysia's server and reports to the parent process.
 *
 * @param options.aot whether Elysia generates code from strings for each route
 */
export function serveElysia(options: { readonly aot: boolean }): void {
  const app = new Elysia(options)
    .onError(({ code, status }) => (code === 'VALIDATION' || code === 'PARSE' ? status(400) : undefined))
    .get('/', () => 'hello')
    .get('/users/:id', ({ params }) => findUser(params.id), { params: t.Object({ id: t.Integer() }) })
    .post('/items', ({ body }) => storeItem(body), {
      // `t.Integer` would accept the string "3".
      body: t.Object(
        { title: t.String(), count: t.Number({ multipleOf: 1 }) },
        { additionalProperties: false },
      ),
    })
    .listen({ port: 0, hostname: '127.0.0.1' });

  reportReady(app.server!.port!);
}
