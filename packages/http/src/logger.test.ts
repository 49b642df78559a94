import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { int, PathParam, QueryParam, route, Router, Toolkit } from './index.ts';
import { recordingLogger } from './testing/recording-logger.ts';

const answering = (path: string) => route({ method: 'GET', path, handler: () => path });

it('shows each resolved plan at the level of debugging, and when it was resolved again', () => {
  const logger = recordingLogger({ plans: true });
  const router = new Router(new Toolkit({ logger })).add(
    route({
      method: 'GET',
      path: '/notes/{id}',
      bindings: [PathParam('id', int), QueryParam('n', int).default('3')],
      handler: function one(id, n) {
        return id + n;
      },
    }),
  );
  router.build();
  router.build();
  const file = expect.stringMatching('logger.test.ts') as string;
  expect(logger.lines).toMatchObject([
    { level: 'debug', message: 'the routes are resolved', data: { routes: 1 } },
    {
      level: 'debug',
      message: 'GET /notes/{id}',
      data: { handler: 'one', bindings: ['path id: int', 'query n: int = 3'], origin: { file } },
    },
  ]);
  logger.lines.splice(0);
  router.add(answering('/more')).build();
  expect(logger.lines.map(({ message }) => message)).toEqual([
    'the routes were resolved again',
    'GET /notes/{id}',
    'GET /more',
  ]);
});

it('puts no plan together that nobody sees', () => {
  const logger = recordingLogger();
  new Router(new Toolkit({ logger })).add(answering('/')).build();
  expect(logger.lines).toEqual([]);
});

it.each([
  ['writ.http', /^writ\.http debug: the routes are resolved routes=1\nwrit\.http debug: GET \/ /],
  ['http2', /^$/],
])('NODE_DEBUG=%s', (section, shown) => {
  const program = `import { route, Router, Toolkit } from '@writ/http';
    new Router(new Toolkit()).add(route({ method: 'GET', path: '/', handler: () => 1 })).build();`;
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, NODE_DEBUG: section },
    cwd: import.meta.dirname,
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect(status).toBe(0);
  expect(stderr).toMatch(shown);
});

it.each([
  ['a text', "'planted'", /a request failed.*\nplanted\n/],
  [
    'an object without a prototype',
    'Object.create(null)',
    /a request failed.*\nsomething that cannot be shown\n/,
  ],
  ['an error that is its own cause', 'loop', /a request failed.*\nError: round and round\n/],
  [
    'an error whose cause cannot be read',
    'closed',
    /Error: shut\n[^]*caused by something that cannot be shown\n/,
  ],
])('tells of %s that was thrown', (_what, thrown, shown) => {
  const program = `import { stderrLogger } from '${import.meta.resolve('./logger.ts')}';
    const loop = new Error('round and round');
    loop.cause = loop;
    const closed = new Error('shut', { cause: Proxy.revocable({}, {}) });
    closed.cause.revoke();
    closed.cause = closed.cause.proxy;
    stderrLogger.error({ error: ${thrown} }, 'a request failed');`;
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 20_000,
  });
  expect([status, stderr]).toEqual([0, expect.stringMatching(shown)]);
});
