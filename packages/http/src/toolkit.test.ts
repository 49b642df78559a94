import { afterEach, describe, expect, it, vi } from 'vitest';
import { BodyParam, limits, route, Router, Toolkit } from './index.ts';
import type { Scope } from './kernel.ts';
import { inject } from './testing/inject.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

describe('the default logger', () => {
  it('writes warnings and errors, with stack and cause, to standard error', async () => {
    const written: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    const router = new Router(new Toolkit()).add(
      route({
        method: 'GET',
        path: '/a',
        handler: () => Promise.reject(new Error('outer', { cause: 'inner' })),
      }),
      route({ method: 'GET', path: '/a', handler: () => 1 }),
    );
    await inject(router, '/a?token=secret');
    expect(written[0]).toMatch(/^writ\.http warn: .*toolkit\.test\.ts:\d+:\d+: warning W2003/);
    expect(written[1]).toMatch(
      /^writ\.http error: request failed method="GET" path="\/a"\n {2}Error: outer\n {6}at [^]*\n {2}caused by inner\n$/,
    );
    expect(written.join('')).not.toContain('secret');
  });
});

it("a toolkit's JSON mapper parses all bodies and serializes all results", async () => {
  const json = {
    parse: (text: string): unknown => JSON.parse(text.replaceAll("'", '"')),
    stringify: (value: unknown) => `/* mapped */ ${JSON.stringify(value)}`,
  };
  const router = new Router(new Toolkit({ json })).add(
    route({ method: 'POST', path: '/', bindings: [BodyParam(Object)], handler: (body) => body }),
  );
  const headers = { 'content-type': 'application/json' };
  const response = await inject(router, { method: 'POST', url: '/', body: "{'a':1}", headers });
  expect(response.text()).toBe('/* mapped */ {"a":1}');
});

it('a route uses the limits of the narrowest scope and inherits those that it does not set', async () => {
  const toolkit = new Toolkit({ limits: { body: 5 } });
  expect(toolkit.limits).toMatchObject({ body: 5, bodyTime: 30_000 });
  const post = (path: string, scopes: { limits?: { body?: number; time?: number } }[]) =>
    route({ method: 'POST', path, bindings: [BodyParam(String)], scopes, handler: (text) => text.length });
  const router = new Router(toolkit).add(
    post('/plain', []),
    post('/class', [{ limits: { body: 20 } }, { limits: { time: 1000 } }]),
    post('/method', [{ limits: { body: 20 } }, { limits: { body: 10 } }]),
  );
  const longest = async (url: string): Promise<number> => {
    let length = 0;
    while ((await inject(router, { method: 'POST', url, body: 'x'.repeat(length + 1) })).status === 200)
      length += 1;
    return length;
  };
  expect([await longest('/plain'), await longest('/class'), await longest('/method')]).toEqual([5, 20, 10]);
});

it('a size limit may have a unit', async () => {
  const post = (path: string, scopes: Scope[]) =>
    route({ method: 'POST', path, bindings: [BodyParam(String)], scopes, handler: (text) => text.length });
  const router = new Router(new Toolkit({ limits: { body: '2kB', value: '1kB' } })).add(
    post('/toolkit', []),
    post('/scope', [{ limits: { body: '4kB' } }]),
    post('/filter', [{ filters: [limits({ body: '4kB' })] }]),
  );
  expect(router.toolkit.limits).toMatchObject({ body: 2048, value: 1024 });
  const statusOf = async (url: string, length: number): Promise<number> =>
    (await inject(router, { method: 'POST', url, body: 'x'.repeat(length) })).status;
  expect(await statusOf('/toolkit', 2048)).toBe(200);
  expect(await statusOf('/toolkit', 2049)).toBe(413);
  expect(await statusOf('/scope', 4096)).toBe(200);
  expect(await statusOf('/scope', 4097)).toBe(413);
  expect(await statusOf('/filter', 4097)).toBe(413);
  expect(() => limits({ body: '1 MB' as '1MB' })).toThrow(
    'the limit body is "1 MB"; write a number of bytes',
  );
  expect(() => limits({ time: '1MB' as unknown as number })).toThrow('the limit time must be a number');
});

it('the default body limits are 1 MiB and 30 s', () => {
  expect(new Toolkit().limits).toMatchObject({ body: 1_048_576, bodyTime: 30_000, names: 256, value: 8192 });
});

it('a toolkit accepts a logger without debug(), and sends it the messages of all other levels', async () => {
  const lines: string[] = [];
  const log = (_data: unknown, message: string): void => void lines.push(message);
  const toolkit = new Toolkit({ logger: { info: log, warn: log, error: log } });
  expect(toolkit.logger.isLevelEnabled?.('debug')).toBe(false);
  toolkit.logger.debug({}, 'nothing');
  const failing = route({
    method: 'GET',
    path: '/',
    handler() {
      throw new Error('no');
    },
  });
  expect((await new Router(toolkit).add(failing).fetch(new Request('http://localhost/'))).status).toBe(500);
  expect(lines).toEqual(['request failed']);
});
