import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'writ-command-'));
const writ = join(folder, 'node_modules/.bin/writ');

/** The packages that an HTTP application with the command `writ` consists of. */
const HTTP = ['annotations', 'cli', 'compiler', 'controllers', 'diagnostics', 'http', 'source'];

const files = {
  'package.json': '{ "private": true, "type": "module" }',
  'annotated.ts': `
    import { GET, Path, PathParam, RestRouter } from '@writ/annotations';
    import { int, Toolkit } from '@writ/http';
    @Path('/notes') export class Notes { @GET('/{id}') one(@PathParam('id', int) id: number) { return { id }; } }
    export const router = RestRouter.register(new Toolkit(), Notes);`,
  'app/hello.ts': `
    import { Controller } from '@writ/controllers';
    export class Default extends Controller { GET(name: string) { return { name }; } }`,
};

/** Declares tests of the command `writ` in a project in which only the packages for HTTP are installed. */
export function describeHttpCommand(listTarballs: () => readonly string[]): void {
  const run = (...argv: readonly string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync('node', [writ, ...argv], { cwd: folder, encoding: 'utf8', timeout: 400_000 });
  beforeAll(() => {
    mkdirSync(join(folder, 'app'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const tarballs = listTarballs().filter((file) => HTTP.some((name) => file.includes(`/writ-${name}-`)));
    const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
    execFileSync('npm', ['install', ...quiet, ...tarballs], { cwd: folder, stdio: 'pipe', timeout: 600_000 });
  }, 900_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is installed without installer, service, page and prompts', () => {
    const installed = globSync('node_modules/{[!@]*,@*/*}', { cwd: folder });
    expect(installed.filter((name) => /installer|convert|service|web|prompts|inquirer/.test(name))).toEqual(
      [],
    );
    expect(installed.length).toBeLessThan(30);
  });

  it('shows, explains and builds routes, and writes a client', () => {
    expect(run('routes', 'annotated.ts').stdout).toContain('/notes/{id: int}');
    expect(run('routes', '--prefix=app').stdout).toContain('/hello');
    expect(run('explain', 'GET', '/notes/7', 'annotated.ts').stdout).toContain('/notes/{id: int}');
    expect(run('build', '--prefix=app')).toMatchObject({
      status: 0,
      stderr: 'writ: 1 route in controllers.gen.ts\n',
    });
    expect(run('client', 'annotated.ts', '-o', 'client.gen.ts')).toMatchObject({ status: 0 });
    expect(run('new', 'shop')).toMatchObject({ status: 0 });
    expect(globSync('{client.gen.ts,shop/package.json}', { cwd: folder }).length).toBe(2);
  });

  it.each([
    ['serves controllers', ['--prefix=app', '--host=127.0.0.1:0']],
    ['serves controllers and watches their files', ['dev', '--prefix=app', '--host=127.0.0.1:0']],
  ])('%s', async (_title, argv) => {
    const child = spawn('node', [writ, ...argv], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'close', { signal: AbortSignal.timeout(400_000) });
    let output = '';
    const started = Promise.withResolvers<string>();
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? [];
        if (url !== undefined) started.resolve(url);
      });
    }
    const url = await Promise.race([started.promise, ended]);
    expect(url, output).toMatch(/^http:/);
    const response = await fetch(`${String(url)}/hello/Ada`, { signal: AbortSignal.timeout(400_000) });
    expect(await response.json()).toEqual({ name: 'Ada' });
    child.kill('SIGTERM');
    await ended;
  });

  it.each([
    [['check', 'machine.json'], '@writ/installer @writ/convert'],
    [['init'], '@writ/installer @writ/convert @writ/prompts'],
    [['convert', 'old.json'], '@writ/convert @writ/prompts'],
    [['serve'], '@writ/service'],
  ])('%j prints which packages to install', (argv, packages) => {
    expect(run(...argv)).toEqual(
      expect.objectContaining({
        status: 2,
        stdout: '',
        stderr: `writ ${argv[0]}: this command needs packages that are not installed; install them with\n    npm install ${packages}\n`,
      }),
    );
    expect(run(argv[0]!, '--help')).toMatchObject({ status: 0, stderr: '' });
  });
}
