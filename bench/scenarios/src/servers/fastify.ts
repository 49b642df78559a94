import { EventEmitter } from 'node:events';
import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { reportReady } from '../../../http/src/probe.ts';
import { createFileFolder, REGEX_ROUTES, UPLOAD_SIZE, USERS } from '../scenarios.ts';

const app = Fastify({ bodyLimit: UPLOAD_SIZE });
const emitter = new EventEmitter();
let events = 0;
emitter.on('guarded', () => (events += 1));

app.get('/hello', (_request, reply) => {
  reply.send('hello');
});
for (let index = 0; index < REGEX_ROUTES; index += 1) {
  app.get<{ Params: { id: string } }>(`/r${index}/:id(^\\d+$)`, (request, reply) => {
    reply.send(request.params.id);
  });
}
await app.register(fastifyStatic, { root: createFileFolder(), prefix: '/files/' });
app.get('/guarded', {
  onRequest: (request, reply, done) => {
    const roles = USERS.get(String(request.headers['x-token']));
    if (roles === undefined) reply.code(401).send({ status: 401 });
    else if (roles.includes('admin')) done();
    else reply.code(403).send({ status: 403 });
  },
  onResponse: (_request, reply, done) => {
    emitter.emit('guarded', reply.statusCode);
    done();
  },
  handler: (_request, reply) => {
    reply.send('guarded');
  },
});

await app.register((scope, _options, done) => {
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
  scope.post<{ Body: Buffer }>('/collected', (request, reply) => {
    reply.send(String(request.body.length));
  });
  done();
});
await app.register((scope, _options, done) => {
  scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload));
  scope.post<{ Body: AsyncIterable<Uint8Array> }>('/streamed', async (request) => {
    let length = 0;
    for await (const chunk of request.body) length += chunk.length;
    return String(length);
  });
  done();
});

await app.listen({ port: 0, host: '127.0.0.1' });
reportReady(app.server.address());
