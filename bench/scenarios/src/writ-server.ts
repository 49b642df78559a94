import { BodyParam, files, PathParam, route, Router, Toolkit, type TransportName } from '@writ/http';
import { reportReady } from '../../http/src/probe.ts';
import { createFileFolder, REGEX_ROUTES, UPLOAD_SIZE, USERS } from './scenarios.ts';

const LIMITS = { limits: { body: UPLOAD_SIZE } };
let events = 0;

async function countBytes(stream: ReadableStream<Uint8Array>): Promise<string> {
  let length = 0;
  for await (const chunk of stream) length += chunk.length;
  return String(length);
}

/** Starts the server with a transport. */
export async function serveWrit(transport: TransportName): Promise<void> {
  const toolkit = new Toolkit();
  const router = new Router(toolkit).add(
    route({ method: 'GET', path: '/hello', handler: () => 'hello' }),
    ...Array.from({ length: REGEX_ROUTES }, (_, index) =>
      route({
        method: 'GET',
        path: `/r${index}/{id:\\d+}`,
        bindings: [PathParam('id', String)],
        handler: (id) => id,
      }),
    ),
    route({
      method: 'GET',
      path: '/files/{path:.*}',
      bindings: [PathParam('path', String)],
      handler: (path) => path,
      scopes: [{ writer: files(createFileFolder()) }],
    }),
    route({
      method: 'GET',
      path: '/guarded',
      handler: () => 'guarded',
      scopes: [
        {
          access: {
            authenticate: {
              name: 'Tokens',
              instance: {
                provideCredentials: ({ request }) => ({ token: request.headers.get('x-token') ?? '' }),
                authenticate: ({ token }) => {
                  const roles = USERS.get(token!);
                  return roles === undefined
                    ? null
                    : { principal: { name: token! }, authorizations: { roles } };
                },
              },
            },
            rule: ['admin'],
          },
          events: [{ event: { name: 'Counter', instance: { execute: () => void (events += 1) } } }],
        },
      ],
    }),
    route({
      method: 'POST',
      path: '/collected',
      bindings: [BodyParam(Uint8Array)],
      handler: ({ length }) => String(length),
      scopes: [LIMITS],
    }),
    route({
      method: 'POST',
      path: '/streamed',
      bindings: [BodyParam(ReadableStream)],
      handler: countBytes,
      scopes: [LIMITS],
    }),
  );
  const server = toolkit.createServer(router, { transport });
  await server.listen(0, '127.0.0.1');
  reportReady(server.node.address());
}
