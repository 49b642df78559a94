import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseBlocks } from '../../../../scripts/docs/blocks.ts';
import { startServer } from '../../../../scripts/docs/start.ts';
import { project } from '../../test/project.ts';
import { runShared } from '../../test/shared-command.ts';
import { createProject } from './create-project.ts';
import { frontEnds, type FrontEnd } from './front-end.ts';
import { listNextSteps } from './next-steps.ts';
import { detectPackageManager } from './package-manager.ts';

const shared = [
  '.dockerignore',
  '.github/workflows/ci.yml',
  '.gitignore',
  '.vscode/launch.json',
  '.vscode/tasks.json',
  'Dockerfile',
  'README.md',
  'package.json',
  'src/main.ts',
  'test/notes.ts',
  'tsconfig.build.json',
  'tsconfig.json',
];
const projectFiles: Readonly<Record<FrontEnd, readonly string[]>> = {
  annotations: [
    ...shared,
    'src/application.ts',
    'src/front-page.ts',
    'src/notes.ts',
    'src/router.ts',
    'src/server.ts',
  ],
  controllers: [...shared, 'src/controllers/index.ts', 'src/controllers/notes.ts'],
};

/** A configuration in launch.json, with the members that the debugger passes to Node. */
interface LaunchConfiguration {
  readonly runtimeArgs?: readonly string[];
  readonly program?: string;
  readonly args?: readonly string[];
}

function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).toSorted();
}

/** Starts a configuration of launch.json as VS Code does, but on a free port, and returns its URL. */
async function launch(folder: string, name: string): Promise<string> {
  const { configurations } = JSON.parse(readFileSync(join(folder, '.vscode/launch.json'), 'utf8')) as {
    readonly configurations: readonly ({ readonly name: string } & LaunchConfiguration)[];
  };
  const { runtimeArgs = [], program = '', args = [] } = configurations.find((each) => each.name === name)!;
  const argv = [...runtimeArgs, program.replace('${workspaceFolder}', folder), ...args];
  const { port, stop } = await startServer(argv, folder);
  onTestFinished(stop);
  return `http://127.0.0.1:${port}`;
}

describe('writ new', () => {
  it.each(frontEnds)('creates a project with %s and writes only its files', async (frontEnd) => {
    const directory = project({});
    expect(await runShared(directory, ['new', 'shop.2', `--front-end=${frontEnd}`])).toEqual({
      status: 0,
      stdout: '',
      stderr: expect.stringMatching(
        /^writ: created shop\.2; continue with\n {4}cd shop\.2\n {4}npm --prefix \S+ run pack\n[^]+\n {4}npm run dev\n$/,
      ),
    });
    const folder = join(directory, 'shop.2');
    const files = projectFiles[frontEnd].toSorted();
    expect(filesIn(folder)).toEqual(files);
    const texts = files.map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(texts.filter((text) => /\{\{|\}\}/.test(text))).toEqual([]);
  });

  it.each(frontEnds)('creates a project with %s that starts in the debugger', async (frontEnd) => {
    const directory = project({});
    const argv = ['new', 'shop', `--front-end=${frontEnd}`];
    expect((await runShared(directory, argv)).status).toBe(0);
    const folder = join(directory, 'shop');
    expect((JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string }).name).toBe(
      'shop',
    );
    symlinkSync(join(directory, 'node_modules'), join(folder, 'node_modules'));
    const url = await launch(folder, 'shop');
    expect(await (await fetch(`${url}/notes/0`)).json()).toEqual({ title: 'buy milk', rank: 3 });
    const page = await fetch(url);
    expect(page.headers.get('content-type')).toMatch(/^text\/html\b/);
    expect(await page.text()).toContain('<h1>shop</h1>');
    const { info } = (await (await fetch(`${url}/openapi.json`)).json()) as { info: object };
    expect(info).toEqual({ title: 'shop', version: '0.1.0' });
    const readme = parseBlocks(readFileSync(join(folder, 'README.md'), 'utf8')).map((block) => block.text);
    const [routes, explain, client] = readme
      .find((text) => text.includes('writ routes'))!
      .trim()
      .split('\n');
    const run = async (line = ''): Promise<string> => {
      const ended = await runShared(folder, line.replace(/ +#.*/, '').split(' ').slice(2));
      expect([line, ended.status]).toEqual([line, 0]);
      return ended.stdout;
    };
    expect(await run(routes)).toMatch(/^POST +\/notes /m);
    expect(await run(explain)).toContain('answered by');
    await run(client);
    expect(existsSync(join(folder, 'client.ts'))).toBe(true);
  });

  it('creates a project with controllers if there is no terminal to ask in', async () => {
    const directory = project({});
    expect((await runShared(directory, ['new', 'shop'])).status).toBe(0);
    expect(filesIn(join(directory, 'shop'))).toEqual(projectFiles.controllers.toSorted());
  });

  it('pins the versions that the workspace uses', () => {
    const read = (path: string): Record<string, Record<string, string>> =>
      JSON.parse(readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')) as never;
    const workspaceVersions = read('package.json')['devDependencies']!;
    for (const frontEnd of frontEnds) {
      const { devDependencies = {} } = read(`packages/cli/templates/${frontEnd}/_package.json`);
      const { '@writ/cli': cli, '@writ/compiler': compiler, ...others } = devDependencies;
      expect([cli, compiler]).toEqual(['{{version}}', '{{version}}']);
      for (const [name, version] of Object.entries(others)) expect(workspaceVersions[name]).toBe(version);
    }
  });

  it('accepts an empty folder, and leaves any other existing folder unchanged', async () => {
    const directory = project({ 'full/note.txt': 'mine', file: 'mine' });
    mkdirSync(join(directory, 'empty'));
    expect((await runShared(directory, ['new', 'empty'])).status).toBe(0);
    expect(filesIn(join(directory, 'empty'))).toEqual(projectFiles.controllers.toSorted());
    const again = await runShared(directory, ['new', 'empty']);
    expect([again.status, again.stderr]).toEqual([
      3,
      'writ: empty is a folder that is not empty and is left unchanged\n',
    ]);
    const full = await runShared(directory, ['new', 'full']);
    expect(full.status).toBe(3);
    expect(filesIn(join(directory, 'full'))).toEqual(['note.txt']);
    const file = await runShared(directory, ['new', 'file']);
    expect([file.status, file.stderr]).toEqual([3, 'writ: file is a file and is left unchanged\n']);
  });

  it.each([
    [[], 'new: missing NAME'],
    [['a', 'b'], 'new: unexpected argument b: pass one name'],
    [['Shop'], 'new: "Shop" is not a valid package name'],
    [['../up'], 'new: "../up" is not a valid package name'],
    [['.'], 'new: "." is not a valid package name'],
    [['_shop'], 'is not a valid package name'],
    [['a shop'], 'is not a valid package name'],
    [[''], 'is not a valid package name'],
    [['node_modules'], 'is reserved by npm'],
    [['x'.repeat(215)], 'is longer than 214 characters'],
    [['--force', 'shop'], 'unknown option --force'],
    [['shop', '--front-end=angular'], 'invalid --front-end "angular": use annotations or controllers'],
  ])('%j is a usage error', async (argv, message) => {
    const directory = project({});
    const { status, stderr } = await runShared(directory, ['new', ...argv]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain('\n    usage: writ new NAME [--front-end=annotations|controllers]\n');
    expect(existsSync(join(directory, 'shop'))).toBe(false);
  });
});

it('the Dockerfile copies the folder of packages with the command in the README', () => {
  const folder = join(project({}), 'shop');
  for (const frontEnd of frontEnds) {
    createProject({ folder: join(folder, frontEnd), name: 'shop', frontEnd });
    const blocks = parseBlocks(readFileSync(join(folder, frontEnd, 'README.md'), 'utf8'));
    const { text } = blocks.find((block) => block.text.includes('COPY packages'))!;
    const { status } = spawnSync('sh', ['-c', text], { cwd: join(folder, frontEnd), timeout: 60_000 });
    expect(status).toBe(0);
    const dockerfile = readFileSync(join(folder, frontEnd, 'Dockerfile'), 'utf8');
    expect(dockerfile.match(/^COPY packages packages\nRUN npm ci/gm)).toHaveLength(2);
  }
});

it('the guide shows the Dockerfile of new projects', () => {
  const read = (path: string): string =>
    readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
  const shown = parseBlocks(read('docs/guide/annotations/deployment.md')).filter(
    ({ language }) => language === 'dockerfile',
  );
  expect(shown.map(({ text }) => text)).toEqual([read('packages/cli/templates/shared/Dockerfile')]);
});

it('create-writ is the command writ new under another name', () => {
  const program = fileURLToPath(new URL('../../../create/bin/create-writ.js', import.meta.url));
  const directory = project({});
  const run = (...argv: readonly string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, [program, ...argv], { cwd: directory, encoding: 'utf8', timeout: 120_000 });
  expect(run('--help').stdout).toMatch(/^usage: create-writ NAME \[--front-end=annotations\|controllers\]\n/);
  expect(run()).toMatchObject({
    status: 2,
    stderr:
      'create-writ: missing NAME: pass a name for the project\n    usage: create-writ NAME [--front-end=annotations|controllers]\n',
  });
  expect(run('shop', '--front-end=annotations').status).toBe(0);
  expect(filesIn(join(directory, 'shop'))).toEqual(projectFiles.annotations.toSorted());
});

it('the command that copies the packages of a checkout works in the shell of the system', () => {
  const names = ['annotations', 'cli', 'client', 'compiler', 'controllers', 'diagnostics', 'http', 'source'];
  const folder = project(
    Object.fromEntries(names.map((name) => [`my writ/dist/writ-${name}-0.1.0.tgz`, name])),
  );
  const [, , copy = ''] = listNextSteps('shop', detectPackageManager(undefined), join(folder, 'my writ'));
  const { status, stderr } = spawnSync('sh', ['-c', copy], { cwd: folder, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(readdirSync(join(folder, 'packages')).toSorted()).toEqual(
    names.filter((name) => name !== 'client').map((name) => `writ-${name}-0.1.0.tgz`),
  );
});
