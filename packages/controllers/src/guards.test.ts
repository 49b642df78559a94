/** Filters for a path prefix with controllers below it, on every transport. */
import { Context, route, Router, RoutingContext, Toolkit, type Filter, type Logger } from '@writ/http';
import { describeTransports } from '@writ/http/testing/transports';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLayout } from '../test/layout.ts';
import { loadControllers } from './load.ts';

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** Each handler returns the prefixes whose filters guard it, and its path arguments. */
const FILES = {
  'app/index.ts': `
    export class Default extends Controller { GET(...segments: string[]) { return { below: [], segments }; } }
    export class FooBar extends Controller {
      GET(...segments: string[]) { return { below: ['foo-bar'], segments }; }
      static InnerOne = class extends Controller {
        GET(...segments: string[]) { return { below: ['foo-bar', 'inner-one'], segments }; }
      };
    }
    export class Robots_txt extends Controller { GET() { return { below: ['robots.txt'], segments: [] }; } }`,
  'app/big-module/only-module.ts': 'export const nothing = 1;',
  'app/user-list/[user]/index.ts': `
    export class Default extends Controller {
      GET(user: string, ...segments: string[]) { return { below: ['user-list', user], segments }; }
    }
    export class BestFriend extends Controller {
      GET(user: string, ...segments: string[]) { return { below: ['user-list', user, 'best-friend'], segments }; }
      POST(user: string) { return user; }
    }`,
};

const PREFIXES = [
  ['foo-bar'],
  ['foo-bar', 'inner-one'],
  ['foo-bar', '7'],
  ['robots.txt'],
  ['big-module'],
  ['big-module', 'only-module'],
  ['user-list'],
  ['user-list', '7'],
  ['user-list', '7', 'best-friend'],
  ['user-list', 'a-b'],
];

function marking(name: string): Filter {
  return ({ response }, next) => {
    response.headers.append('x-seen', name);
    return next();
  };
}

async function routerFor(path: string): Promise<Router> {
  const directory = createLayout(FILES);
  const { matcher, diagnostics } = await loadControllers({ directory, prefixes: ['app'], path });
  const router = new Router(new Toolkit({ logger: silent })).mount(matcher).report(...diagnostics);
  for (const prefix of PREFIXES)
    router.use(`${path}/${prefix.join('/')}/{rest:.*}`, marking(prefix.join('/')));
  return router;
}

function seen(headers: Readonly<Record<string, string | string[] | undefined>>): string[] {
  return [headers['x-seen'] ?? []].flat().flatMap((line) => line.split(', '));
}

const spelling = fc.constantFrom<(segment: string) => string>(
  (segment) => `/${segment}`,
  (segment) => `/${segment.replaceAll('-', '_')}`,
  (segment) => `/${segment.replaceAll('-', '%5f')}`,
  (segment) => `/${segment.replaceAll('-', '%5F')};m=1`,
  (segment) => `//${segment.replace('-', '_')}/`,
  (segment) => `/${segment};a=1;b/`,
  (segment) => `/./${segment}`,
  (segment) => `/up/%2e%2E/${segment}`,
  (segment) => `\\${segment.replaceAll('-', '_')}`,
  (segment) => `%2F${segment}`,
  (segment) => `/${segment}%0A`,
  (segment) => `/${segment.toUpperCase()}`,
  (segment) => `/${segment.replaceAll(/[a-z-]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)}`,
);
const segment = fc.constantFrom(
  'foo-bar',
  'inner-one',
  'robots.txt',
  'big-module',
  'only-module',
  'user-list',
  'best-friend',
  '7',
  'a-b',
  '%0D',
  '%E2%80%A8',
);
const target = fc
  .array(fc.tuple(spelling, segment), { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.map(([spell, each]) => spell(each)).join(''))
  .filter((path) => /^[/\\]/.test(path))
  .map((path) => `/${path.slice(1)}`);

describeTransports('a filter for a prefix', (serve) => {
  it.each(['', '/mounted', '/two_words/below'])(
    'runs for each request to a controller mounted at "%s", in every spelling of the path',
    async (path) => {
      const client = await serve(await routerFor(path));
      let guarded = 0;
      const property = fc.asyncProperty(target, async (url) => {
        const response = await client(`${path}${url}`);
        if (response.status !== 200) return;
        const { below, segments } = response.json() as { below: string[]; segments: string[] };
        const met = seen(response.headers);
        const all = [...below, ...segments];
        // The look-up also normalizes segments that become arguments of a handler at a parent path.
        const names = all.map((each) =>
          each.includes('-') || each.includes('.') ? each : each.replaceAll('_', '-'),
        );
        for (const prefix of PREFIXES) {
          const isBelow = prefix.every((each, index) => each === all[index]);
          const climbed = below.length === 0 && prefix.every((each, index) => each === names[index]);
          if (!isBelow && !climbed) continue;
          guarded += 1;
          expect(met).toContain(prefix.join('/'));
        }
      });
      await fc.assert(property, { numRuns: 150 });
      expect(guarded).toBeGreaterThan(15);
    },
  );

  it('runs before a 405 response, in every spelling of the path', async () => {
    const router = (await routerFor('')).use('/user-list/{user}/best-friend', () => 'guarded');
    const client = await serve(router);
    for (const url of [
      '/user-list/7/best-friend',
      '/user_list/7/best_friend',
      '/user%5flist/7/best%5Ffriend',
    ])
      for (const method of ['GET', 'DELETE', 'OPTIONS', 'POST'])
        expect([method, url, (await client({ method, url })).text()]).toEqual([method, url, 'guarded']);
  });

  it('treats an encoded slash in an argument as a separator, in every spelling of the prefix', async () => {
    const client = await serve((await routerFor('')).use('/foo-bar/private/{rest:.*}', () => 'guarded'));
    for (const name of ['foo-bar', 'foo_bar', 'foo%5Fbar'])
      for (const rest of ['private/a', 'private%2Fa', 'x%2F..%2Fprivate%2Fa'])
        expect([name, rest, (await client(`/${name}/${rest}`)).text()]).toEqual([name, rest, 'guarded']);
  });

  it('runs for a controller that receives the request from a route through next()', async () => {
    const router = await routerFor('');
    router
      .add(
        route({
          method: 'GET',
          path: '/{name}/{id}',
          bindings: [Context(RoutingContext)],
          handler: (context) => context.next(),
        }),
      )
      .use('/foo-bar/{rest:.*}', () => 'guarded');
    const client = await serve(router);
    expect((await client('/foo_bar/7')).text()).toBe('guarded');
    expect((await client('/foo%5Fbar/7')).text()).toBe('guarded');
  });
});
