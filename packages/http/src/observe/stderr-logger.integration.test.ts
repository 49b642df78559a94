import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { int, PathParam, QueryParam, route, Router, Toolkit } from '../index.ts';
import { recordingLogger } from '../testing/recording-logger.ts';

const answering = (path: string) => route({ method: 'GET', path, handler: () => path });

it('at the debug level, the router logs all routes after each resolution', () => {
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
  const file = expect.stringMatching('logger.integration.test.ts') as string;
  expect(logger.lines).toMatchObject([
    { level: 'debug', message: 'routes resolved', data: { routes: 1 } },
    {
      level: 'debug',
      message: 'GET /notes/{id}',
      data: { handler: 'one', bindings: ['path id: int', 'query n: int = 3'], origin: { file } },
    },
  ]);
  logger.lines.splice(0);
  router.add(answering('/more')).build();
  expect(logger.lines.map(({ message }) => message)).toEqual([
    'routes resolved again',
    'GET /notes/{id}',
    'GET /more',
  ]);
});

it('route plans are not built if the debug level is disabled', () => {
  const logger = recordingLogger();
  new Router(new Toolkit({ logger })).add(answering('/')).build();
  expect(logger.lines).toEqual([]);
});

it.each([
  ['writ.http', /^writ\.http debug: routes resolved routes=1\nwrit\.http debug: GET \/ /],
  ['http2', /^$/],
])('NODE_DEBUG=%s enables the debug level only for writ.http', (section, shown) => {
  const program = `import { route, Router, Toolkit } from '@writ/http';
    new Router(new Toolkit()).add(route({ method: 'GET', path: '/', handler: () => 1 })).build();`;
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, NODE_DEBUG: section },
    cwd: import.meta.dirname,
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect(status).toBe(0);
  expect(stderr).toMatch(shown);
});

it.each([
  ['a string', "'planted'", /request failed.*\n {2}planted\n/],
  ['an object without a prototype', 'Object.create(null)', /request failed.*\n {2}an unprintable value\n/],
  ['an error that is its own cause', 'loop', /request failed.*\n {2}Error: round and round\n/],
  ['an error whose cause cannot be read', 'closed', /Error: shut\n[^]*caused by an unprintable value\n/],
])('logs a thrown value: %s', (_what, thrown, shown) => {
  const program = `import { stderrLogger } from '${import.meta.resolve('./stderr-logger.ts')}';
    const loop = new Error('round and round');
    loop.cause = loop;
    const closed = new Error('shut', { cause: Proxy.revocable({}, {}) });
    closed.cause.revoke();
    closed.cause = closed.cause.proxy;
    stderrLogger.error({ error: ${thrown} }, 'request failed');`;
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect([status, stderr]).toEqual([0, expect.stringMatching(shown)]);
});

it('request data cannot start a log line or control a terminal', () => {
  const planted = 'a\\nwrit.http error: forged\\r\\x1b[2K\\x9b2K\\u2028\\u202e\\x07';
  const program = `import { stderrLogger } from '${import.meta.resolve('./stderr-logger.ts')}';
    const planted = '${planted}';
    stderrLogger.warn({ path: planted, [planted]: 1n }, planted);
    stderrLogger.error({ error: new Error(planted, { cause: planted }) }, 'request failed');
    stderrLogger.error({ error: planted }, 'request failed');`;
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect(status).toBe(0);
  const lines = stderr.split('\n').slice(0, -1);
  expect(lines.filter((line) => !line.startsWith('  '))).toEqual([
    'writ.http warn: a',
    'writ.http error: request failed',
    'writ.http error: request failed',
  ]);
  // oxlint-disable-next-line no-control-regex -- these characters must not appear
  expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/);
  expect(stderr).toContain('path="a\\nwrit.http error: forged\\r\\u001b[2K\uFFFD2K\uFFFD\uFFFD\\u0007"');
});
