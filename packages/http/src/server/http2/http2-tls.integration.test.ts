/** Tests HTTP/2 with TLS, where clients choose the protocol, with certificates that openssl creates. */
import { once } from 'node:events';
import { connect, type ClientHttp2Session } from 'node:http2';
import { Agent, request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { Context, HttpRequest, route, Router, RoutingContext, Toolkit } from '../../index.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { webSocket } from '../../websocket/index.ts';
import { createCertificate } from '../../../../../scripts/certificates.ts';

const certificate = createCertificate();
const toolkit = new Toolkit({ logger: recordingLogger() });
const waiting: AbortSignal[] = [];
const router = new Router(toolkit).add(
  route({
    method: 'GET',
    path: '/',
    bindings: [Context(HttpRequest)],
    handler: ({ url, remoteAddress }) => `${url.href} ${remoteAddress}`,
  }),
  route({
    method: 'GET',
    path: '/wait',
    bindings: [Context(RoutingContext)],
    async handler({ signal }) {
      waiting.push(signal);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    },
  }),
  webSocket({
    path: '/echo',
    message: String,
    handler: () => ({ message: (connection, message) => connection.send(message) }),
  }),
);

async function start() {
  const server = toolkit.createServer(router, { http2: true, tls: certificate });
  onTestFinished(async () => void (await server.close({ timeout: 0 })));
  return { server, ...(await server.listen(0, '127.0.0.1')) };
}

function open(port: number): ClientHttp2Session {
  const session = connect(`https://localhost:${port}`, { ca: certificate.cert, servername: 'localhost' });
  session.on('error', () => {});
  onTestFinished(() => session.destroy());
  return session;
}

async function getHttp1(port: number, path: string, agent?: Agent): Promise<IncomingMessage> {
  const client = request({
    host: '127.0.0.1',
    port,
    path,
    servername: 'localhost',
    ca: certificate.cert,
    agent,
  });
  client.on('error', () => {}).end();
  const [response] = (await once(client, 'response')) as [IncomingMessage];
  return response;
}

it('one port serves HTTP/2 and HTTP/1.1, as the client prefers', async () => {
  const { port, url } = await start();
  expect(url).toBe(`https://127.0.0.1:${port}`);
  const session = open(port);
  const stream = session.request({ ':path': '/' });
  expect(await text(stream)).toBe(`https://localhost:${port}/ 127.0.0.1`);
  expect(session.alpnProtocol).toBe('h2');
  const response = await getHttp1(port, '/');
  expect(response.httpVersion).toBe('1.1');
  expect(await text(response)).toBe(`https://127.0.0.1:${port}/ 127.0.0.1`);
});

it('WebSockets use HTTP/1.1 on the same port', async () => {
  const { port } = await start();
  const client = new WebSocket(`wss://localhost:${port}/echo`, [], {
    ca: certificate.cert,
    origin: `https://localhost:${port}`,
  });
  await once(client, 'open');
  client.send('hello');
  const [message] = (await once(client, 'message')) as [Buffer];
  expect(String(message)).toBe('hello');
  client.close();
  await once(client, 'close');
});

it('a shutdown ends the connections of both protocols, and reports requests that did not finish', async () => {
  const { port, server } = await start();
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  await text(await getHttp1(port, '/', agent));
  const idle = open(port);
  await text(idle.request({ ':path': '/' }));
  const pending = connectTls({ port, host: '127.0.0.1', ca: certificate.cert, servername: 'localhost' });
  pending.on('error', () => {});
  await once(pending, 'secureConnect');
  const stream = open(port).request({ ':path': '/wait' });
  stream.on('error', () => {});
  void getHttp1(port, '/wait').catch(() => {});
  await vi.waitFor(() => expect(waiting).toHaveLength(2));
  const { aborted } = await server.close({ timeout: 50 });
  expect(aborted.map(({ path }) => path)).toEqual(['/wait', '/wait']);
  expect(waiting.map((signal) => signal.aborted)).toEqual([true, true]);
});
