import { expect, it } from 'vitest';
import { Context, HttpRequest, route, Router, Toolkit } from '../index.ts';
import { inject } from './inject.ts';

it.each([
  [{}, 'http://localhost/a?b'],
  [{ host: 'example.org:8080' }, 'http://example.org:8080/a?b'],
  [{ host: 'no host' }, 'http://localhost/a?b'],
])('a request injected with the headers %j has the URL %s', async (headers, url) => {
  const router = new Router(new Toolkit()).add(
    route({
      method: 'GET',
      path: '/a',
      bindings: [Context(HttpRequest)],
      handler: (request: HttpRequest) => request.url,
    }),
  );
  expect((await inject(router, { url: '/a?b', headers })).json()).toBe(url);
});
