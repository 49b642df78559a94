import { once } from 'node:events';
import { request as nodeRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Context, HttpRequest, route, Router, Toolkit, type ToolkitOptions } from '../index.ts';
import { inject } from '../testing/inject.ts';

function describeUrl(options: ToolkitOptions = {}): { readonly router: Router; readonly toolkit: Toolkit } {
  const toolkit = new Toolkit(options);
  const router = new Router(toolkit).add(
    route({
      method: 'GET',
      path: '/a',
      bindings: [Context(HttpRequest)],
      handler: ({ url }) => url.href,
    }),
  );
  return { router, toolkit };
}

describe('the URL of a request with a target in the absolute form', () => {
  it.each([
    ['https://app.example/a?b=1', 'http://app.example/a?b=1'],
    ['HTTPS://app.example:8443/a', 'http://app.example:8443/a'],
    ['wss://app.example/a', 'http://app.example/a'],
    ['https://app.example:99999/a', 'http://localhost/a'],
  ])('has the scheme of the connection: %s', async (url, expected) => {
    expect((await inject(describeUrl().router, { url })).text()).toBe(expected);
  });

  it('has the scheme that a trusted proxy sends', async () => {
    const { router } = describeUrl({ trustProxy: { header: 'x-forwarded', hops: 1 } });
    const send = async (url: string, scheme: string): Promise<string> =>
      (await inject(router, { url, headers: { 'x-forwarded-proto': scheme } })).text();
    expect(await send('https://app.example/a', 'http')).toBe('http://app.example/a');
    expect(await send('http://app.example/a', 'https')).toBe('https://app.example/a');
    expect(await send('http://app.example:99999/a', 'https')).toBe('https://localhost/a');
  });

  it.each(['node', 'fast'] as const)(
    'has the scheme of the connection of the %s transport',
    async (transport) => {
      const { router, toolkit } = describeUrl();
      const server = toolkit.createServer(router, { transport });
      const { port } = await server.listen(0, '127.0.0.1');
      onTestFinished(async () => void (await server.close({ timeout: 0 })));
      const request = nodeRequest({
        host: '127.0.0.1',
        port,
        path: 'https://app.example/a',
        agent: false,
      }).end();
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      expect(await text(response)).toBe('http://app.example/a');
    },
  );
});
