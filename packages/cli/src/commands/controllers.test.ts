import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const bin = fileURLToPath(new URL('../../bin/writ.js', import.meta.url));
const workspace = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

const page = `import { Controller } from '@writ/controllers';\n`;

function layout(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'writ-command-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(workspace, join(folder, 'node_modules'));
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return folder;
}

interface Running {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** The address of its start line. */
  readonly url: Promise<string>;
  readonly ended: Promise<{
    readonly status: number | null;
    readonly stdout: string;
    readonly stderr: string;
  }>;
}

function writ(
  directory: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Running {
  const child = spawn(process.execPath, [bin, ...argv], {
    cwd: directory,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const started = Promise.withResolvers<string>();
  const ended = Promise.withResolvers<Awaited<Running['ended']>>();
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    const found = / at (http:\S+)\n/.exec(stderr)?.[1];
    if (found !== undefined) started.resolve(found);
  });
  child.on('close', (status) => {
    ended.resolve({ status, stdout, stderr });
    started.reject(new Error(`ended before it served: ${stderr}`));
  });
  started.promise.catch(() => {});
  return { child, url: started.promise, ended: ended.promise };
}

describe('writ --prefix', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('serves until %s', async (signal) => {
    const directory = layout({
      // An enum needs more than Node's own type stripping: the loader stands.
      'app/pages/index.ts': `${page}enum Color { Red = 'red' }
        export class Default extends Controller {
          async GET({ name = Color.Red }: { name?: string }) { return { hello: name }; }
        }`,
    });
    const { child, url, ended } = writ(directory, ['--prefix=app.pages', '--host=localhost:0']);
    const response = await fetch(`${await url}/?name=Ada`);
    expect(await response.json()).toEqual({ hello: 'Ada' });
    expect(await (await fetch(await url)).json()).toEqual({ hello: 'red' });
    child.kill(signal);
    const { status, stdout, stderr } = await ended;
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toMatch(
      /^writ: 1 route of controllers app\.pages at http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+\n$/,
    );
  });

  it('lets a request that was begun finish', async () => {
    const directory = layout({
      'slow.ts': `${page}import { setTimeout } from 'node:timers/promises';
        export class Default extends Controller {
          async GET() { process.stdout.write('begun'); await setTimeout(300); return 'whole'; }
        }`,
    });
    const { child, url, ended } = writ(directory, ['--prefix=slow', '--host=127.0.0.1:0']);
    const response = fetch(await url);
    child.stdout.once('data', () => child.kill('SIGTERM'));
    expect(await (await response).json()).toBe('whole');
    expect((await ended).status).toBe(0);
  });

  it('does not wait when it is told a second time', async () => {
    const directory = layout({
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

  it('ends though a module keeps the process busy', async () => {
    const directory = layout({
      'a.ts': `${page}setInterval(() => {}, 1000); export class Default extends Controller { GET() {} }`,
    });
    const { child, url, ended } = writ(directory, ['--prefix=a', '--host=127.0.0.1:0']);
    await url;
    child.kill('SIGTERM');
    expect((await ended).status).toBe(0);
  });

  it('takes the prefixes of WRIT_PREFIX, or looks in the usual place', async () => {
    const handler = `${page}export class Default extends Controller { GET(...bits: string[]) { return bits; } }`;
    const directory = layout({ 'one.ts': handler, 'controllers/two.ts': handler });
    const named = writ(directory, ['--host=127.0.0.1:0'], { WRIT_PREFIX: 'one:controllers' });
    expect(await (await fetch(`${await named.url}/two/x`)).json()).toEqual(['x']);
    expect(await (await fetch(`${await named.url}/x/y`)).json()).toEqual(['x', 'y']);
    const usual = writ(directory, ['--host', '127.0.0.1:0'], { WRIT_PREFIX: '' });
    expect((await fetch(`${await usual.url}/x`)).status).toBe(404);
  });

  it('prints everything that is wrong, each with its place, and ends with 1', async () => {
    const directory = layout({
      'app/a.ts': `${page}export class A extends Controller { GET(id: any) {} }`,
      'app/b.ts': `${page}export default class B extends Controller { GET() {} }`,
      'app/c.ts': `const config = undefined as any;\nexport const port = config.port;`,
    });
    const { status, stdout, stderr } = await writ(directory, ['--prefix=app', '--host=127.0.0.1:0']).ended;
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(
      'app/a.ts:2:45: error W3401 type-unknown: A.GET: the type any is not understood',
    );
    expect(stderr).toContain('app/b.ts:2:8: error W3201 default-export');
    expect(stderr).toContain('app/c.ts: error W3104 module-import: the module fails to load: TypeError');
    expect(stderr).toContain('app/c.ts:2:28');
    expect(stderr).toMatch(/\nwrit: nothing is served: 3 errors\n$/);
  });

  it.each([
    [['--prefix=nope'], 1, 'prefix-missing: there is no module nope'],
    [['--prefix=../up'], 1, 'prefix-malformed'],
    [['--prefix=app', '--host=nowhere:x'], 2, '--host=nowhere:x is no HOST:PORT'],
    [['--prefix=app', '--host=localhost:99999'], 2, 'is no HOST:PORT'],
    [['--prefix=app', '--port=1'], 2, "Unknown option '--port'"],
    [['--prefix=app', 'more'], 2, 'more'],
    [['--prefix'], 2, '--prefix'],
    [['--prefix=app', '--host=not.a.host.invalid:1'], 2, 'cannot listen on not.a.host.invalid:1'],
  ])('%j ends with %i', async (argv, expected, message) => {
    const directory = layout({ 'app.ts': `${page}export class Default extends Controller { GET() {} }` });
    const { status, stderr } = await writ(directory, argv).ended;
    expect(status).toBe(expected);
    expect(stderr).toContain(message);
  });

  it('says that a port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as { port: number };
    const directory = layout({ 'app.ts': `${page}export class Default extends Controller { GET() {} }` });
    const { status, stderr } = await writ(directory, ['--prefix=app', `--host=127.0.0.1:${port}`]).ended;
    expect(status).toBe(2);
    expect(stderr).toContain(`cannot listen on 127.0.0.1:${port}: `);
    expect(stderr).toContain('EADDRINUSE');
  });
});
