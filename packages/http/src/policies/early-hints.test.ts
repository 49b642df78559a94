import { request as nodeRequest, type InformationEvent } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { Context, route, Router, RoutingContext, Toolkit } from '../index.ts';
import { inject } from '../testing/inject.ts';
import { sendEarlyHints } from './early-hints.ts';

const toolkit = new Toolkit({ logger: { debug() {}, info() {}, warn() {}, error() {} } });
const LINK = '</app.css>; rel=preload; as=style';
const sent: boolean[] = [];
const router = new Router(toolkit).add(
  route({
    method: 'GET',
    path: '/',
    bindings: [Context(RoutingContext)],
    async handler(context) {
      sent.push(sendEarlyHints(context, LINK, '</app.js>; rel="preload"; as="script"; crossorigin'));
      await new Promise(setImmediate);
      return 'page';
    },
  }),
  route({
    method: 'GET',
    path: '/late',
    bindings: [Context(RoutingContext)],
    handler(context) {
      context.response.end('whole');
      sent.push(sendEarlyHints(context, LINK));
    },
  }),
);
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  sent.length = 0;
  await Promise.all(closing.splice(0).map((close) => close()));
});

describe.each(['node', 'fast'] as const)('sendEarlyHints on the %s transport', (transport) => {
  async function serve(): Promise<number> {
    const server = toolkit.createServer(router, { transport });
    await server.listen(0, '127.0.0.1');
    closing.push(() => server.close({ timeout: 0 }));
    return (server.node.address() as AddressInfo).port;
  }

  /** Sends a request and returns all data that arrives until the connection closes. */
  async function exchange(head: string): Promise<string> {
    const socket = connect(await serve(), '127.0.0.1');
    socket.setEncoding('latin1');
    socket.write(head);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text;
  }

  it('sends the links before the response', async () => {
    const port = await serve();
    const hints: InformationEvent[] = [];
    const text = await new Promise<string>((resolve, reject) => {
      const request = nodeRequest({ host: '127.0.0.1', port, agent: false }, (response) => {
        let body = '';
        response.on('data', (chunk) => (body += String(chunk)));
        response.on('end', () => resolve(`${response.statusCode} ${body}`));
      });
      request.on('information', (information) => hints.push(information));
      request.on('error', reject).end();
    });
    expect(text).toBe('200 page');
    expect(hints.map(({ statusCode, headers }) => [statusCode, headers.link])).toEqual([
      [103, `${LINK}, </app.js>; rel="preload"; as="script"; crossorigin`],
    ]);
    expect(sent).toEqual([true]);
  });

  it('answers each of several requests on a connection with its own hints', async () => {
    const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
    const text = await exchange(`${get}${get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}`);
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual(['103', '200', '103', '200']);
  });

  it('sends nothing to an HTTP/1.0 client or after the response has started', async () => {
    expect(await exchange('GET / HTTP/1.0\r\nHost: a\r\n\r\n')).not.toContain('103');
    expect(await exchange('GET /late HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).not.toContain('103');
    expect(sent).toEqual([false, false]);
  });
});

it('sendEarlyHints returns false in process and in the fetch handler', async () => {
  expect((await inject(router, '/')).text()).toBe('page');
  expect(await (await router.fetch(new Request('http://localhost/'))).text()).toBe('page');
  expect(sent).toEqual([false, false]);
});

it.each(['/app.css', '</a b>; rel=preload', '</a>\r\nx: y', '</ü>; rel=preload', '</a>; title="a b"', ''])(
  'sendEarlyHints rejects the link %j',
  async (link) => {
    let error: unknown;
    const failing = new Router(toolkit).add(
      route({
        method: 'GET',
        path: '/',
        bindings: [Context(RoutingContext)],
        handler(context) {
          try {
            sendEarlyHints(context, ...(link === '' ? [] : [link]));
          } catch (thrown) {
            error = thrown;
          }
        },
      }),
    );
    await inject(failing, '/');
    expect(String(error)).toMatch(/^TypeError: sendEarlyHints: (?:invalid link|pass at least one link)/);
  },
);
