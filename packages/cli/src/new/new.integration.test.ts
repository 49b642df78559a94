import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project, writ } from '../../test/project.ts';
import { runShared } from '../../test/shared-command.ts';

const projectFiles = [
  '.gitignore',
  '.vscode/tasks.json',
  'README.md',
  'package.json',
  'src/controllers/index.ts',
  'src/controllers/notes.ts',
  'test/notes.ts',
  'tsconfig.json',
];

function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).toSorted();
}

/** Runs npm in the project, which finds its packages in the parent folder. */
function npm(folder: string, ...argv: readonly string[]): { status: number | null; output: string } {
  const options = { cwd: folder, encoding: 'utf8', timeout: 120_000 } as const;
  const { status, stdout, stderr } = spawnSync('npm', argv, options);
  return { status, output: stdout + stderr };
}

describe('writ new', () => {
  it('creates a project whose tests and type check pass', async () => {
    const directory = project({});
    expect(await runShared(directory, ['new', 'shop.2'])).toEqual({
      status: 0,
      stdout: '',
      stderr: 'writ: created shop.2; continue with\n    cd shop.2\n    npm install\n    npm start\n',
    });
    const folder = join(directory, 'shop.2');
    expect(filesIn(folder)).toEqual(projectFiles);
    const texts = projectFiles.map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(texts.filter((text) => /\{\{|\}\}/.test(text))).toEqual([]);
    const test = npm(folder, 'test');
    expect(test.status, test.output).toBe(0);
    expect(test.output).toMatch(/pass 3\b/);
    const types = npm(folder, 'run', 'types');
    expect(types.status, types.output).toBe(0);
  }, 240_000);

  it('creates a project whose start script serves', async () => {
    const directory = project({});
    expect((await runShared(directory, ['new', 'shop'])).status).toBe(0);
    const folder = join(directory, 'shop');
    const { name, scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      name: string;
      scripts: { start: string };
    };
    expect(name).toBe('shop');
    const argv = scripts.start.split(' ').slice(1);
    const { url } = writ(folder, [...argv, '--host=127.0.0.1:0']);
    expect(await (await fetch(`${await url}/notes/0`)).json()).toEqual({ title: 'buy milk', rank: 3 });
    expect(await (await fetch(await url)).text()).toContain('<h1>shop</h1>');
    const { info } = (await (await fetch(`${await url}/openapi.json`)).json()) as { info: object };
    expect(info).toEqual({ title: 'shop', version: '0.1.0' });
  });

  it('pins the versions that the workspace uses', () => {
    const read = (path: string): Record<string, Record<string, string>> =>
      JSON.parse(readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')) as never;
    const { devDependencies } = read('packages/cli/templates/project/_package.json');
    const workspaceVersions = read('package.json')['devDependencies']!;
    for (const [name, version] of Object.entries(devDependencies!))
      expect(workspaceVersions[name]).toBe(version);
  });

  it('accepts an empty folder, and leaves any other existing folder unchanged', async () => {
    const directory = project({ 'full/note.txt': 'mine', file: 'mine' });
    mkdirSync(join(directory, 'empty'));
    expect((await runShared(directory, ['new', 'empty'])).status).toBe(0);
    expect(filesIn(join(directory, 'empty'))).toEqual(projectFiles);
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
  ])('%j is a usage error', async (argv, message) => {
    const directory = project({});
    const { status, stderr } = await runShared(directory, ['new', ...argv]);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain('\n    usage: writ new NAME\n');
    expect(existsSync(join(directory, 'shop'))).toBe(false);
  });
});
