import { createServer } from 'node:net';
import type { OpenapiDocument } from '@writ/http/openapi';
import { describe, expect, it, onTestFinished } from 'vitest';
import { page, project, writ } from '../../test/project.ts';
import {
  runShared,
  serveShared,
  type ServingCommand,
  type SharedCommandOptions,
} from '../../test/shared-command.ts';

/** Serves until the test ends. */
async function serve(
  directory: string,
  argv: readonly string[],
  options?: SharedCommandOptions,
): Promise<ServingCommand> {
  const serving = await serveShared(directory, ['--host=127.0.0.1:0', ...argv], options);
  onTestFinished(async () => {
    await serving.stop();
  });
  return serving;
}

describe('writ --prefix', () => {
  it.each([
    ['SIGINT', ''],
    ['SIGTERM', ', even if a module keeps the process running'],
  ] as const)('serves until %s, finishes requests in flight, and exits%s', async (signal, condition) => {
    const directory = project({
      // An enum requires more than Node's type stripping, so the register hook must be active.
      'app/pages/index.ts': `${page}import { setTimeout } from 'node:timers/promises';
        enum Color { Red = 'red' }
        ${condition === '' ? '' : 'setInterval(() => {}, 1000);'}
        export class Default extends Controller {
          async GET({ name = Color.Red }: { name?: string }) { return { hello: name }; }
        }
        export class Slow extends Controller {
          async GET() { process.stdout.write('begun'); await setTimeout(300); return 'whole'; }
        }`,
    });
    const { child, url, ended } = writ(directory, ['--prefix=app.pages', '--host=localhost:0']);
    const response = await fetch(`${await url}/?name=Ada`);
    expect(await response.json()).toEqual({ hello: 'Ada' });
    expect(await (await fetch(await url)).json()).toEqual({ hello: 'red' });
    const slow = fetch(`${await url}/slow`);
    child.stdout.once('data', () => child.kill(signal));
    expect(await (await slow).json()).toBe('whole');
    const { status, stdout, stderr } = await ended;
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'begun' });
    expect(stderr).toMatch(
      /^writ: serving 2 routes from app\.pages at http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+\n$/,
    );
  });

  it('does not wait for requests in flight after a second signal', async () => {
    const directory = project({
      'stuck.ts': `${page}export class Default extends Controller {
          GET() { process.stdout.write('begun'); return new Promise(() => {}); }
        }`,
    });
    const { child, url, ended } = writ(directory, ['--prefix=stuck', '--host=127.0.0.1:0']);
    const response = fetch(await url).catch(() => 'cut');
    child.stdout.once('data', () => {
      child.kill('SIGTERM');
      child.kill('SIGINT');
    });
    expect((await ended).status).toBe(130);
    expect(await response).toBe('cut');
  });

  it('uses WRIT_PREFIX', async () => {
    const handler = `${page}export class Default extends Controller { GET(...bits: string[]) { return bits; } }`;
    const directory = project({ 'one.ts': handler, 'controllers/two.ts': handler });
    const { url } = await serve(directory, [], { env: { WRIT_PREFIX: 'one:controllers' } });
    expect(await (await fetch(`${url}/two/x`)).json()).toEqual(['x']);
    expect(await (await fetch(`${url}/x/y`)).json()).toEqual(['x', 'y']);
  });

  it('uses the default folders if WRIT_PREFIX is empty', async () => {
    const handler = `${page}export class Default extends Controller { GET(...bits: string[]) { return bits; } }`;
    const directory = project({ 'one.ts': handler, 'controllers/two.ts': handler });
    const { url } = await serve(directory, [], { env: { WRIT_PREFIX: '' } });
    expect((await fetch(`${url}/x`)).status).toBe(404);
    expect(await (await fetch(`${url}/two/x`)).json()).toEqual(['x']);
  });

  it('prints all findings with their locations, and exits with 1', async () => {
    const directory = project({
      'app/a.ts': `${page}export class A extends Controller { GET(id: any) {} }`,
      'app/b.ts': `${page}export default class B extends Controller { GET() {} }`,
      'app/c.ts': `const config = undefined as any;\nexport const port = config.port;`,
    });
    const { status, stdout, stderr } = await runShared(directory, ['--prefix=app', '--host=127.0.0.1:0']);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('app/a.ts:2:45: error W3401 type-unknown: A.GET: the type any is not supported');
    expect(stderr).toContain('app/b.ts:2:8: error W3201 default-export');
    expect(stderr).toContain('app/c.ts: error W3104 module-import: the module fails to load: TypeError');
    expect(stderr).toContain('app/c.ts:2:28');
    expect(stderr).toMatch(/\nwrit: no routes are being served: 3 errors\n$/);
  });

  it.each([
    [['--prefix=nope'], 1, 'prefix-missing: module nope not found'],
    [['--prefix=../up'], 1, 'prefix-malformed'],
    [['--prefix=app', '--host=nowhere:x'], 2, 'invalid --host=nowhere:x: use HOST:PORT'],
    [['--prefix=app', '--host=localhost:99999'], 2, 'use HOST:PORT'],
    [['--prefix=app', '--port=1'], 2, 'unknown option --port'],
    [['--prefix=app', 'more'], 2, 'more'],
    [['--prefix'], 2, '--prefix'],
    [['--prefix=app', '--host=not.a.host.invalid:1'], 2, 'unknown host name'],
    [['--prefix=app', '--host=192.0.2.1:8080'], 2, 'no network interface on this machine has this address'],
    [['--prefix=app', '--workers=0'], 2, '--workers=0: use a number'],
    [['--prefix=app', '--workers=two'], 2, '--workers=two: use a number'],
    [['--prefix=app', '--transport=quick'], 2, 'invalid --transport "quick": use fast or node'],
    [
      ['--prefix=app', '--unhandled-rejections=exit'],
      2,
      'invalid --unhandled-rejections "exit": use log or throw',
    ],
  ])('%j exits with %i', async (argv, expected, message) => {
    const directory = project({ 'app.ts': `${page}export class Default extends Controller { GET() {} }` });
    const { status, stderr } = await runShared(directory, argv);
    expect(status).toBe(expected);
    expect(stderr).toContain(message);
  });

  it.each([
    ['a process', []],
    ['a worker', ['--workers=1']],
  ])('logs an unhandled rejection, after which %s answers the next request', async (_, more) => {
    const directory = project({
      'app.ts': `${page}export class Default extends Controller {
        GET() { void Promise.reject(new RangeError('left behind')); return process.pid; }
      }`,
    });
    const { child, url, ended } = writ(directory, ['--prefix=app', '--host=127.0.0.1:0', ...more]);
    const pids: unknown[] = [];
    for (let count = 0; count < 3; count += 1) pids.push(await (await fetch(await url)).json());
    child.kill('SIGTERM');
    const { status, stderr } = await ended;
    expect([status, new Set(pids).size]).toEqual([0, 1]);
    expect(stderr.match(/RangeError: left behind/g)).toHaveLength(3);
  });

  const post = (url: string): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Ada"}',
    });

  it('serves with the transport fast', async () => {
    const directory = project({
      'app.ts': `${page}export class Default extends Controller { POST(body: { name: string }) { return body.name; } }`,
    });
    const { url } = await serve(directory, ['--prefix=app', '--transport=fast']);
    expect(await (await post(url)).json()).toBe('Ada');
  });

  it('exits after an unhandled rejection with --unhandled-rejections=throw', async () => {
    const directory = project({
      'app.ts': `${page}export class Default extends Controller {
        GET() { void Promise.reject(new RangeError('left behind')); return 1; }
      }`,
    });
    const argv = ['--prefix=app', '--host=127.0.0.1:0', '--unhandled-rejections=throw'];
    const { url, ended } = writ(directory, argv);
    await fetch(await url).catch(() => undefined);
    const { status, stderr } = await ended;
    expect(status).not.toBe(0);
    expect(stderr).toContain('left behind');
  });

  const described = {
    'package.json': '{ "type": "module", "name": "shop", "version": "2.3.4", "description": "Sells." }',
    'app.ts': `${page}export class Item extends Controller { /** One of them. */ GET(id = 3) { return id; } }
      export class Default extends Controller { POST(body: { name: string }) { return body.name; } }`,
  };

  async function expectDocument(url: string): Promise<void> {
    const { info, paths } = (await (await fetch(`${url}/openapi.json`)).json()) as OpenapiDocument;
    expect(info).toEqual({ title: 'shop', version: '2.3.4', description: 'Sells.' });
    expect(Object.keys(paths)).toEqual(['/', '/item', '/item/{id}']);
    expect(paths['/item/{id}']!.get!.summary).toBe('One of them');
    expect(await (await fetch(`${url}/reference`)).text()).toContain('One of them');
  }

  it('serves an OpenAPI document with --openapi', async () => {
    const { url, output } = await serve(project(described), ['--prefix=app', '--openapi']);
    await expectDocument(url);
    expect(output().stderr).toMatch(/^writ: serving 2 routes from app at /);
  });

  it('serves an OpenAPI document of workers with --openapi, with the transport fast', async () => {
    const argv = ['--prefix=app', '--host=127.0.0.1:0', '--openapi', '--transport=fast', '--workers=2'];
    const { child, url, waitForStderr, ended } = writ(project(described), argv);
    await expectDocument(await url);
    expect(await (await post(await url)).json()).toBe('Ada');
    expect(await waitForStderr(/ at /)).toMatch(/^writ: serving 2 routes from app at /);
    child.kill('SIGTERM');
    expect((await ended).status).toBe(0);
  });

  it('serves no OpenAPI document without --openapi', async () => {
    const app = `${page}export class Item extends Controller { GET() {} }`;
    const { url } = await serve(project({ 'app.ts': app }), ['--prefix=app']);
    expect((await fetch(`${url}/openapi.json`)).status).toBe(404);
  });

  it('serves an OpenAPI document with a default title without package.json', async () => {
    const app = `${page}export class Item extends Controller { GET() {} }`;
    const directory = project({ 'package.json': '{ "type": "module", "version": 7 }', 'app.ts': app });
    const { url } = await serve(directory, ['--prefix=app', '--openapi']);
    const { info } = (await (await fetch(`${url}/openapi.json`)).json()) as OpenapiDocument;
    expect(info).toEqual({ title: 'controllers app', version: '0.0.0' });
  });

  it('prints the version for --version at any position', async () => {
    const { status, stdout } = await runShared(project({}), ['--prefix=nope', '--version']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '0.1.0\n' });
  });

  it('prints no start-up line with --quiet', async () => {
    const directory = project({
      'app.ts': `${page}
        const interval = setInterval(() => {
          // The command handles signals when it has started.
          if (process.listenerCount('SIGTERM') === 0) return;
          clearInterval(interval);
          process.stdout.write('started');
        }, 10);
        export class Default extends Controller { GET() {} }`,
    });
    const { child, ended } = writ(directory, ['--prefix=app', '--host=127.0.0.1:0', '--quiet']);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGTERM');
    expect(await ended).toEqual({ status: 0, stdout: 'started', stderr: '' });
  });

  it('reports a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const directory = project({ 'app.ts': `${page}export class Default extends Controller { GET() {} }` });
    const { status, stderr } = await runShared(directory, ['--prefix=app', `--host=127.0.0.1:${port}`]);
    expect(status).toBe(2);
    expect(stderr).toContain(
      `cannot listen on 127.0.0.1:${port}: the port is in use by another program (EADDRINUSE)`,
    );
  });
});
