import { renderText } from '@writ/diagnostics';
import { Router, Toolkit, type Logger } from '@writ/http';
import { describeTransports } from '@writ/http/testing/transports';
import { describe, expect, it } from 'vitest';
import { createLayout } from '../../test/layout.ts';
import { loadControllers } from '../load.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

async function load(body: string): Promise<{ router: Router; findings: string }> {
  const directory = createLayout({
    'app/index.ts': `
      import { Controller } from '@writ/controllers';
      import { bearer } from '@writ/http';
      const guard = bearer((token) => token === 'ann');
      const marked = (name) => (context, next) => { context.response.headers.append('x-by', name); return next(); };
      ${body}`,
  });
  const { matcher, diagnostics, source } = await loadControllers({ directory, prefixes: ['app'] });
  const router = new Router(new Toolkit({ logger: silent })).mount(matcher).report(...diagnostics);
  return { router, findings: renderText(diagnostics, { source }).replaceAll(`${directory}/`, '') };
}

const TEAM = `
  abstract class Guarded extends Controller { static auth = guard; static use = marked('base'); }
  class Elsewhere extends Controller { GET() { return 'elsewhere'; } }
  export class Team extends Guarded {
    GET() { return 'team'; }
    static Other = Elsewhere;
    static Members = class extends Controller {
      GET() { return 'members'; }
      static use = marked('members');
      static Deep = class extends Controller { GET() { return 'deep'; } POST() { return 'deep'; } };
    };
    static Open = class extends Controller {
      static auth = undefined;
      GET() { return 'open'; }
      static Inner = class extends Controller { GET() { return 'inner'; } };
    };
  }
  export class Alone extends Elsewhere {}`;

describeTransports('a nested controller', (serve) => {
  it.each([
    ['GET', '/team', 401, 'base'],
    ['GET', '/team/other', 401, 'base'],
    ['GET', '/team/members', 401, 'members'],
    ['HEAD', '/team/members', 401, 'members'],
    ['GET', '/team/members/deep', 401, 'members'],
    ['POST', '/team/members/deep', 401, 'members'],
    ['GET', '/team/open', 200, 'base'],
    ['GET', '/team/open/inner', 200, 'base'],
    ['GET', '/alone', 200, undefined],
  ])(
    'inherits the policies of its enclosing classes that it does not set itself: %s %s',
    async (method, url, status, by) => {
      const { router, findings } = await load(TEAM);
      expect(findings).toBe('');
      const client = await serve(router);
      expect((await client({ method, url })).status).toBe(status);
      const known = await client({ method, url, headers: { authorization: 'Bearer ann' } });
      expect([known.status, known.headers['x-by']]).toEqual([200, by]);
    },
  );

  it('inherits a policy for the verbs for which it sets none itself', async () => {
    const { router, findings } = await load(`export class Outer extends Controller {
      static auth = guard;
      GET() { return 1; }
      static Inner = class extends Controller {
        static auth = { POST: bearer((token) => token === 'eve') };
        GET() { return 2; }
        POST() { return 2; }
      };
    }`);
    expect(findings).toBe('');
    const client = await serve(router);
    const url = '/outer/inner';
    const statusOf = async (method: string, token?: string): Promise<number> => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      return (await client({ method, url, headers })).status;
    };
    expect([await statusOf('GET'), await statusOf('GET', 'eve'), await statusOf('GET', 'ann')]).toEqual([
      401, 401, 200,
    ]);
    expect([await statusOf('POST'), await statusOf('POST', 'ann'), await statusOf('POST', 'eve')]).toEqual([
      401, 401, 200,
    ]);
  });

  it('counts requests for an inherited rate limit separately', async () => {
    const { router } = await load(`export class Outer extends Controller {
      static rateLimit = { limit: 1, window: 60_000, key: () => 'all' };
      GET() { return 1; }
      static Inner = class extends Controller { GET() { return 2; } };
    }`);
    const client = await serve(router);
    const statuses: number[] = [];
    for (const url of ['/outer', '/outer/inner', '/outer', '/outer/inner'])
      statuses.push((await client(url)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
  });
});

describe('a guard for single verbs of the enclosing class', () => {
  it('causes a warning if the nested class has other verbs, because these are public', async () => {
    const { findings } = await load(`export class Team extends Controller {
      static auth = { GET: guard };
      GET() { return 1; }
      static Members = class extends Controller { GET() { return 2; } POST() { return 2; } };
      static Readers = class extends Controller { GET() { return 2; } };
    }`);
    expect(findings.match(/W\d+.*/g)).toEqual([
      'W3208 policy-unused: static auth of Team.Members: the enclosing class guards only GET, leaving POST public',
    ]);
  });
});
