import Fastify from 'fastify';
import type { Readable } from 'node:stream';
import { countBytes, IDLE_TIME } from '../listen.ts';
import { reportReady } from '../server-probe.ts';

const app = Fastify({ bodyLimit: 1_000_000_000, keepAliveTimeout: IDLE_TIME, requestTimeout: IDLE_TIME });
app.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
app.get('/hello', (_request, reply) => {
  reply.type('text/plain; charset=utf-8').send('hello');
});
app.put<{ Body: Readable }>('/upload', async ({ body }, reply) => {
  reply.type('text/plain; charset=utf-8');
  return countBytes(body);
});
await app.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
reportReady(app.server.address());
