/** Packs every package and uses the packages like an application, without the workspace. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { readImports } from '../../scripts/imports/read-imports.ts';
import { application, printed } from './bundles/application.ts';
import { bundlers } from './bundles/bundlers.ts';
import { withWorker } from './bundles/worker.ts';
import { describeBudgets } from './packed/describe-budgets.ts';
import { describeConduitImage } from './packed/describe-conduit-image.ts';
import { describeContents } from './packed/describe-contents.ts';
import { describeCreate } from './packed/describe-create.ts';
import { describeEntries } from './packed/describe-entries.ts';
import { describeHttpCommand } from './packed/describe-http-command.ts';
import { describeMaterials } from './packed/describe-materials.ts';
import { describeProduction } from './packed/describe-production.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};
const project = mkdtempSync(join(tmpdir(), 'writ-packed-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, {
    cwd: project,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    // Time limit in milliseconds. A registry may be slow, and the cache is empty.
    timeout: 600_000,
  });

const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];

describe('the packed packages', () => {
  let tarballs: readonly string[] = [];
  beforeAll(() => {
    execFileSync('node', ['scripts/pack.ts'], { cwd: root, stdio: 'pipe', timeout: 600_000 });
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    tarballs = globSync('dist/*.tgz', { cwd: root }).map((file) => join(root, file));
    run('npm', ...install, ...tarballs);
  }, 1_200_000);

  it("can be installed with the guide's command", () => {
    const guide = readFileSync(join(root, 'docs/guide/annotations/deployment.md'), 'utf8');
    const [, shown = ''] = /^npm install (.+)$/m.exec(guide) ?? [];
    const files = shown.split(' ').flatMap((file) => globSync(file.replace('../writ/', ''), { cwd: root }));
    expect(files.map((file) => join(root, file)).toSorted()).toEqual(tarballs.toSorted());
  });

  describe('as published:', () => describeContents(project));
  describe('the bill of materials', () => describeMaterials(project, () => tarballs));
  describe('in isolation:', () => describeEntries(project));
  describe('in an application:', () => describeBudgets(project));
  describe('a project that create-writ creates', () => describeCreate(project, () => tarballs));
  describe('the image of the example conduit', () => describeConduitImage());
  describe('the command, in a project with the packages for HTTP:', () =>
    describeHttpCommand(() => tarballs));

  it('contain neither TypeScript sources nor tests', () => {
    const files = globSync('node_modules/@writ/**/*', { cwd: project });
    expect(files.length).toBeGreaterThan(100);
    // `writ new` creates a TypeScript project.
    const own = files.filter((file) => !file.startsWith('node_modules/@writ/cli/templates/'));
    expect(own.filter((file) => /(?<!\.d)\.ts$|\.test\.|\.snap$/.test(file))).toEqual([]);
  });

  it('import only declared dependencies', () => {
    const undeclared = globSync('node_modules/@writ/*', { cwd: project }).flatMap((folder) => {
      const manifest = JSON.parse(readFileSync(join(project, folder, 'package.json'), 'utf8')) as {
        readonly name: string;
        readonly dependencies?: object;
        readonly peerDependencies?: object;
      };
      const { name, dependencies = {}, peerDependencies = {} } = manifest;
      const declared = new Set([name, ...Object.keys({ ...dependencies, ...peerDependencies })]);
      const files = globSync('{bin,lib,src}/**/*.{js,d.ts}', { cwd: join(project, folder) });
      expect(files.length, folder).toBeGreaterThan(0);
      return files
        .flatMap((file) => readImports(file, readFileSync(join(project, folder, file), 'utf8')))
        .filter(({ specifier }) => !/^[./]/.test(specifier) && !isBuiltin(specifier))
        .filter(({ specifier }) => !declared.has(/^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0]))
        .map(({ from, specifier }) => `${name}: ${from} imports ${specifier}`);
    });
    expect(undeclared).toEqual([]);
  });

  it('contain only exported test helpers', () => {
    const files = globSync('node_modules/@writ/*/{lib,src}/**/*.{js,d.ts}', { cwd: project });
    const ofTests = files.filter((file) => /\/(testing|fixtures|goldens|fake-machines)[./-]/.test(file));
    expect(ofTests).toContain('node_modules/@writ/http/lib/testing.js');
    const ofHttp = /^node_modules\/@writ\/http\/(?:lib\/testing[.-]|src\/testing\/)/;
    expect(ofTests.filter((file) => !ofHttp.test(file))).toEqual([]);
    expect(ofTests).not.toContain('node_modules/@writ/http/src/testing/every-route.d.ts');
  });

  it('export functions and classes under their names', async () => {
    const renamed = [];
    const names = [
      'diagnostics',
      'http',
      'http/kernel',
      'http/openapi',
      'annotations',
      'controllers',
      'installer',
    ];
    for (const name of names) {
      const code = `import * as all from '@writ/${name}';
        console.log(JSON.stringify(Object.entries(all).map(([name, value]) => [name, value?.name])));`;
      const exported = JSON.parse(run('node', '--input-type=module', '-e', code)) as [string, unknown][];
      expect(exported.length).toBeGreaterThan(1);
      // Bundlers rename functions and classes that would have the same name in one file.
      renamed.push(...exported.filter(([, own]) => typeof own === 'string' && /\$\d+$|^_/.test(own)));
    }
    expect(renamed).toEqual([]);
  });

  it('start an application from few files, without loading fetch', () => {
    writeFileSync(
      join(project, 'start.mjs'),
      `import { registerHooks } from 'node:module';
       const files = [];
       registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) });
       const { GET, Path, RestRouter, Toolkit } = await import('@writ/annotations');
       class Notes { read() { return { id: 7 }; } }
       GET('/{id}')(Notes.prototype, 'read', Object.getOwnPropertyDescriptor(Notes.prototype, 'read'));
       Path('/notes')(Notes);
       const toolkit = new Toolkit();
       const server = toolkit.createServer(RestRouter.register(toolkit, Notes));
       const { url } = await server.listen(0, '127.0.0.1');
       process.getBuiltinModule('node:http').get(url + '/notes/7', (response) => {
         const loaded = process.moduleLoadList.filter((name) => /undici|http2|crypto$/.test(name));
         console.log(JSON.stringify({ status: response.statusCode, files: files.length, loaded }));
         process.exit();
       });`,
    );
    const { files, ...rest } = JSON.parse(run('node', 'start.mjs')) as { files: number };
    expect(rest).toEqual({ status: 200, loaded: [] });
    expect(files).toBeLessThan(25);
  });

  it('load the installer from few files', () => {
    const code = `import { registerHooks } from 'node:module';
      const files = [];
      registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) });
      await import('@writ/installer');
      console.log(files.length);`;
    expect(Number(run('node', '--input-type=module', '-e', code))).toBeLessThan(40);
  });

  it('contain the command, which checks a configuration', () => {
    const writ = join(project, 'node_modules/.bin/writ');
    expect(run('node', writ, '--version')).toBe(`${version}\n`);
    writeFileSync(join(project, 'machine.json'), '{ "bootloader": "systemd-bootctl" }');
    const check = spawnSync('node', [writ, 'check', 'machine.json'], { cwd: project, encoding: 'utf8' });
    expect(check.status).toBe(1);
    expect(check.stdout + check.stderr).toContain('machine.json:1:1');
  });

  it('report that the demonstration mirror is not included', () => {
    const writ = join(project, 'node_modules/.bin/writ');
    const { status, stderr } = spawnSync('node', [writ, 'demo-mirror'], { cwd: project, encoding: 'utf8' });
    expect([status, stderr]).toEqual([
      3,
      'writ: the demonstration mirror is not available: it can only be built in a checkout of Writ, and this is an installed package; run writ demo-mirror in a checkout, or use another mirror in mirror-region\n',
    ]);
    expect(globSync('node_modules/@writ/mirror', { cwd: project })).toEqual([]);
  });

  it("run a user's decorated TypeScript file", () => {
    writeFileSync(
      join(project, 'app.ts'),
      `import { GET, Path, PathParam, RestRouter } from '@writ/annotations';
       import { int, Toolkit } from '@writ/http';
       @Path('/n') class N { @GET('/{id}') one(@PathParam('id', int) id: number) { return { id }; } }
       const router = RestRouter.register(new Toolkit(), N);
       console.log(await (await router.fetch(new Request('http://localhost/n/7'))).text());`,
    );
    expect(run('node', '--import', '@writ/annotations/register', 'app.ts')).toBe('{"id":7}\n');
  });

  it('serve controllers', () => {
    writeFileSync(
      join(project, 'app.ts'),
      `import application from '@writ/controllers/application';
       console.log(await (await application.fetch(new Request('http://localhost/3'))).text());`,
    );
    writeFileSync(
      join(project, 'controllers.ts'),
      `import { Controller } from '@writ/controllers';
       export class Default extends Controller { GET(n: number) { return n + 1; } }`,
    );
    const output = execFileSync('node', ['app.ts'], {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, WRIT_PREFIX: 'controllers' },
    });
    expect(output).toBe('4\n');
  });

  it('serve the page of the install service until a signal ends it', async () => {
    const child = spawn(process.execPath, ['node_modules/@writ/cli/bin/writ.js', 'serve', '--port', '0'], {
      cwd: project,
      // Runs without the programs for building a mirror, so the service builds none and the mirror's port
      // remains free.
      env: {
        PATH: project,
        HOME: project,
        WRIT_STATE: join(project, 'state'),
        WRIT_IMAGES: join(project, 'images'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'close', { signal: AbortSignal.timeout(400_000) });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const startup = Promise.withResolvers<void>();
    child.stdout.on('data', () => stdout.endsWith('\n') && startup.resolve());
    await Promise.race([startup.promise, ended]);
    expect(stdout, stderr).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{22}\n$/);

    const get = (path: string): Promise<Response> =>
      fetch(new URL(path, stdout.trim()), { signal: AbortSignal.timeout(400_000) });
    const page = await get('/');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toMatch(/^<!doctype html>/i);
    expect(await (await get('/health')).json()).toEqual({ status: 'ok' });

    child.kill('SIGTERM');
    expect(await ended, stderr).toEqual([0, null]);
  }, 900_000);

  describe('in an application with both front ends', () => {
    const files = join(project, 'bundled');
    beforeAll(() => {
      for (const [name, content] of Object.entries(application)) {
        mkdirSync(dirname(join(files, name)), { recursive: true });
        writeFileSync(join(files, name), content);
      }
      const writ = join(project, 'node_modules/.bin/writ');
      const build = [writ, 'build', '--prefix=app', '--strict', 'annotated.ts'];
      execFileSync('node', build, { cwd: files, timeout: 400_000, stdio: 'pipe' });
      execFileSync('tsc', ['-p', files], { cwd: files, timeout: 400_000, stdio: 'pipe' });
    }, 900_000);

    describe('in production:', () => describeProduction(project, files));

    it.each(bundlers)(
      'can be bundled by %s into one file without dependencies',
      async (_name, file, bundle) => {
        // The folder is outside any `node_modules`.
        const folder = mkdtempSync(join(tmpdir(), 'writ-bundle-'));
        onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
        await bundle(join(files, 'compiled/main.js'), join(folder, file));
        const ran = spawnSync('node', ['--disallow-code-generation-from-strings', file], {
          cwd: folder,
          encoding: 'utf8',
          timeout: 400_000,
        });
        expect(ran).toMatchObject({ stderr: '', stdout: printed, status: 0 });
      },
      900_000,
    );

    it('serve from a bundle with node:http, and with the transport fast if llhttp.wasm is copied next to it', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'writ-bundle-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      writeFileSync(
        join(files, 'serve.js'),
        `import { route, Router, Toolkit } from '@writ/http';
         const toolkit = new Toolkit();
         const router = new Router(toolkit).add(route({ method: 'GET', path: '/', handler: () => 'hello' }));
         const server = toolkit.createServer(router);
         const { url } = await server.listen(0, '127.0.0.1');
         console.log(await (await fetch(url)).text(), 'closeAllConnections' in server.node ? 'node' : 'fast');
         await server.close();`,
      );
      const [, file, bundle] = bundlers[1]!;
      await bundle(join(files, 'serve.js'), join(folder, file));
      const start = () => spawnSync('node', [file], { cwd: folder, encoding: 'utf8', timeout: 400_000 });
      const without = start();
      expect(without).toMatchObject({ stdout: 'hello node\n', status: 0 });
      expect(without.stderr).toContain('cannot load llhttp.wasm from @writ/http');
      copyFileSync(join(project, 'node_modules/@writ/http/lib/llhttp.wasm'), join(folder, 'llhttp.wasm'));
      expect(start()).toMatchObject({ stdout: 'hello fast\n', stderr: '', status: 0 });
    }, 900_000);

    it('report at start-up a bundled route that needs a worker thread', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'writ-bundle-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const [, file, bundle] = bundlers[0]!;
      await bundle(join(files, 'compiled/blocking.js'), join(folder, file));
      const ran = spawnSync('node', [file], { cwd: folder, encoding: 'utf8', timeout: 400_000 });
      expect(ran.status).toBe(1);
      expect(ran.stderr).toContain('W2051');
      expect(ran.stderr).toContain('mark @writ/http as external in the bundler');
    }, 900_000);

    it('serve the routes of both front ends in miniflare', async () => {
      await withWorker(join(files, 'compiled/both.js'), async (fetch) => {
        expect(await fetch('/notes/7')).toBe('200 {"id":7}');
        expect(await fetch('/notes/seven')).toMatch(/^400 .*"code":"invalid-values"/);
        expect(await fetch('/hello/Ada?times=2')).toBe('200 "AdaAda"');
        const headers = { 'content-type': 'multipart/form-data; boundary=x' };
        const body = '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nmilk\r\n--x--\r\n';
        expect(await fetch('/notes', { method: 'POST', headers, body })).toBe('200 {"titles":["milk"]}');
        for (const path of ['/notes', '/hello']) {
          const put = (query: string): Promise<string> => fetch(`${path}?${query}`, { method: 'PUT' });
          expect(await put('level=info&sort=desc')).toBe('200 ["info","desc"]');
          const invalid = await put('level=warn&sort=up');
          expect(invalid).toMatch(/^400 /);
          expect(invalid).toContain('must be one of \\"debug\\", \\"info\\"');
          expect(invalid).toContain('must be one of \\"asc\\", \\"desc\\"');
        }
      });
    }, 900_000);
  });
});
