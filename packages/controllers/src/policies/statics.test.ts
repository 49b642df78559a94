import { renderText } from '@writ/diagnostics';
import { Router, Toolkit, type Logger } from '@writ/http';
import { inject } from '@writ/http/testing';
import { describeTransports } from '@writ/http/testing/transports';
import { describe, expect, it } from 'vitest';
import { createLayout } from '../../test/layout.ts';
import { loadControllers } from '../load.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

async function load(body: string): Promise<{ router: Router; findings: string }> {
  const directory = createLayout({
    'app/index.ts': `
      import { Controller } from '@writ/controllers';
      import type { WebSocketHooks } from '@writ/controllers/websocket';
      import { basic, bearer } from '@writ/http';
      ${body}`,
  });
  const { matcher, diagnostics, source } = await loadControllers({ directory, prefixes: ['app'] });
  const router = new Router(new Toolkit({ logger: silent })).mount(matcher).report(...diagnostics);
  return { router, findings: renderText(diagnostics, { source }).replaceAll(`${directory}/`, '') };
}

describeTransports('static policies', (serve) => {
  const send = async (body: string) => serve((await load(body)).router);

  it('apply to all verbs of a class and its subclasses', async () => {
    const client = await send(`
      abstract class Guarded extends Controller { static auth = bearer((token) => token === 'ann'); }
      export class Default extends Guarded { GET() { return 'in'; } POST() { return 'in'; } }
      export class Open extends Guarded { static auth = undefined; GET() { return 'open'; } }`);
    for (const method of ['GET', 'POST', 'HEAD']) {
      expect((await client({ method, url: '/' })).status).toBe(401);
      const known = { method, url: '/', headers: { authorization: 'Bearer ann' } };
      expect((await client(known)).status).toBe(200);
    }
    expect((await client('/open')).json()).toBe('open');
  });

  it('apply to single verbs', async () => {
    const client = await send(`
      export class Default extends Controller {
        static auth = { POST: basic(() => false) };
        static cache = { GET: { maxAge: 60 }, POST: false };
        static use = [(context, next) => { context.response.headers.set('x-used', 'yes'); return next(); }];
        GET() { return 1; } POST() { return 1; }
      }`);
    const read = await client('/');
    expect([read.status, read.headers['cache-control'], read.headers['x-used']]).toEqual([
      200,
      'max-age=60',
      'yes',
    ]);
    expect((await client({ method: 'POST', url: '/' })).status).toBe(401);
  });

  it('count requests for rateLimit per class, not per verb', async () => {
    const client = await send(`
      const limited = { limit: 2, window: 60_000, key: () => 'one' };
      export class Default extends Controller { static rateLimit = limited; GET() { return 1; } POST() { return 1; } }
      export class Other extends Controller { static rateLimit = limited; GET() { return 1; } }`);
    expect((await client('/')).status).toBe(200);
    expect((await client({ method: 'POST', url: '/' })).status).toBe(200);
    const third = await client('/');
    expect([third.status, third.headers['retry-after']]).toEqual([429, '60']);
    expect((await client('/other')).status).toBe(200);
  });

  it('answer preflights (cors) and reject requests (limits, version)', async () => {
    const client = await send(`
      export class Default extends Controller {
        static cors = { origin: ['https://a.example'], maxAge: 60 };
        static limits = { body: 10 };
        GET() { return 1; } POST({ text }: { text: string }) { return text; }
      }
      export class New extends Controller { static version = ['v2']; GET() { return 2; } }`);
    const preflight = await client({
      method: 'OPTIONS',
      url: '/',
      headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([
      204,
      'https://a.example',
    ]);
    const wrong = await client({ method: 'POST', url: '/', json: { other: 1 }, headers: { origin: 'x' } });
    expect(wrong.headers).not.toHaveProperty('access-control-allow-origin');
    expect((await client({ method: 'POST', url: '/', json: { text: 'too long' } })).status).toBe(413);
    expect((await client('/new')).status).toBe(404);
    expect((await client({ url: '/new', headers: { accept: '*/*;version=v2' } })).json()).toBe(2);
  });
});

describeTransports('static cors', (serve) => {
  it('applies to OPTIONS and to errors below the path of its class, in every spelling of the path', async () => {
    const { router } = await load(`
      export class FooBar extends Controller {
        static cors = { origin: ['https://a.example'] };
        GET(id: number) { return id; }
      }
      export class Open extends Controller { GET() { return 1; } }`);
    const client = await serve(router);
    const send = async (method: string, url: string): Promise<unknown[]> => {
      const { status, headers } = await client({ method, url, headers: { origin: 'https://a.example' } });
      return [status, headers['access-control-allow-origin']];
    };
    const own = 'https://a.example';
    for (const path of ['/foo-bar', '/foo_bar', '/foo%5fbar']) {
      expect(await send('GET', `${path}/7`)).toEqual([200, own]);
      expect(await send('GET', `${path}/7/8/9`)).toEqual([404, own]);
      expect(await send('POST', `${path}/7`)).toEqual([405, own]);
      expect(await send('OPTIONS', `${path}/7`)).toEqual([204, own]);
    }
    expect(await send('GET', '/open')).toEqual([200, undefined]);
    expect(await send('POST', '/open')).toEqual([405, undefined]);
    expect(await send('GET', '/none')).toEqual([404, undefined]);
  });
});

describeTransports('static csrf', (serve) => {
  it('rejects requests from pages of other sites, for a class or a verb', async () => {
    const { router } = await load(`
      export class All extends Controller { static csrf = true; GET() { return 1; } POST() { return 1; } }
      export class One extends Controller {
        static csrf = { POST: { trustedOrigins: ['https://a.example'] } };
        POST() { return 1; } PUT() { return 1; }
      }
      export class None extends All { static csrf = undefined; }`);
    const client = await serve(router);
    const send = async (method: string, url: string, origin: string): Promise<number> =>
      (await client({ method, url, headers: { origin } })).status;
    expect(await send('POST', '/all', 'https://evil.example')).toBe(403);
    expect(await send('POST', '/all', 'https://a.example')).toBe(403);
    expect(await send('GET', '/all', 'https://evil.example')).toBe(200);
    expect(await send('POST', '/one', 'https://evil.example')).toBe(403);
    expect(await send('POST', '/one', 'https://a.example')).toBe(200);
    expect(await send('PUT', '/one', 'https://evil.example')).toBe(200);
    expect(await send('POST', '/none', 'https://evil.example')).toBe(200);
  });
});

describe('policies that share an options object', () => {
  it('read only their own options', async () => {
    const { router } = await load(`
      const day = Object.assign(Object.create({ origin: 'https://a.example' }), { maxAge: 86_400 });
      export class Default extends Controller { static cors = day; static cache = day; GET() { return 1; } }`);
    const { headers } = await inject(router, { url: '/', headers: { origin: 'https://a.example' } });
    expect(headers).toMatchObject({ vary: 'Origin', 'cache-control': 'max-age=86400' });
  });
});

describe('findings about policies', () => {
  it('contain the class, the static member and the problem', async () => {
    const { findings } = await load(`
      export class Default extends Controller {
        static rateLimit = { limit: 0, window: 1 };
        static use = 'no filter';
        static cache = { GTE: { maxAge: 1 } };
        static cors = { origin: '(' };
        static csrf = { trustedOrigins: ['a.example'] };
        GET() { return 1; }
      }`);
    expect(findings).toContain(
      'static rateLimit of Default: rateLimit: limit must be a whole number, 1 or more, not 0',
    );
    expect(findings).toContain('static use of Default: a filter must be a function, not string');
    expect(findings).toContain('static cache of Default: GTE is not an HTTP method');
    expect(findings).toContain(
      'static csrf of Default: "a.example" is not an origin: write "https://app.example"',
    );
    expect(findings).toMatch(/static cors of Default: Invalid regular expression/);
    expect(findings).toContain('app/index.ts:7:16: error W3206 policy: static rateLimit');
  });

  it.each([
    ['ANY', 'ANY() { return 1; } GET() { return 1; }', 'it guards only ANY, leaving GET public'],
    ['GET', 'GET() { return 1; } HEAD() {}', 'it guards only GET, leaving HEAD public'],
    [
      'GET',
      'GET() { return 1; } SOCKET(): WebSocketHooks<string> { return {}; }',
      'it guards only GET, leaving SOCKET public',
    ],
  ])('list a verb that a guard for %s does not cover', async (verb, handlers, message) => {
    const { findings } = await load(
      `export class Open extends Controller { static auth = { ${verb}: basic(() => false) }; ${handlers} }`,
    );
    expect(findings).toContain(`static auth of Open: ${message}`);
  });

  it.each(['static auth = bearer', 'static auth = { GET: basic }', 'static use = [bearer]'])(
    'suggest calling the function: %s',
    async (declared) => {
      const { findings } = await load(`
        export class Default extends Controller { ${declared}; GET() { return 'open'; } }`);
      expect(findings).toMatch(
        /error.*(bearer|basic) returns a filter but is not one itself: call it: \1\(…\)/s,
      );
    },
  );

  it('list a verb whose policy has no effect because ANY handles it', async () => {
    const { findings } = await load(`
      export class Open extends Controller { static auth = { POST: basic(() => false) }; ANY() { return 1; } }
      export class Shut extends Controller {
        static auth = { ANY: basic(() => false), GET: basic(() => false), HEAD: basic(() => false) };
        GET() { return 1; } ANY() { return 1; }
      }`);
    expect(findings.match(/W3206.*/g)).toEqual([
      'W3206 policy: static auth of Open: the value of POST has no effect because ANY handles POST: set it for ANY, or declare POST',
    ]);
  });

  it('include the error that a getter throws', async () => {
    const { findings } = await load(`
      export class Default extends Controller {
        static get auth(): never { throw new Error('no keys'); }
        static get params(): never { throw new Error('no schemas'); }
        GET() { return 1; }
      }`);
    expect(findings).toContain('static auth of Default: no keys');
    expect(findings).toContain('Default: static params: no schemas');
  });
});
