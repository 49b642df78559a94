import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repeatDockerfile } from './repeat-dockerfile.ts';
import { startProgram } from './start-program.ts';

const root = resolve(import.meta.dirname, '../../..');
/** Folder for other package managers, which later runs reuse. */
const managers = join(root, '.cache/package-managers');
const VERSIONS = ['pnpm@12.21.0', '@yarnpkg/cli-dist@4.18.1'];
const LIMIT = 600_000;
/** The registry that npm uses, without a slash at the end. */
let registry = '';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

interface ManagedProject {
  /** Runs the package manager in the project and returns its output. */
  readonly run: (...argv: readonly string[]) => string;
  readonly folder: string;
}

/**
 * Declares tests of projects that the packed `create-writ` creates with both front ends, and that different package
 * managers install.
 *
 * @param project the folder in which all packages are installed
 */
export function describeCreate(project: string, listTarballs: () => readonly string[]): void {
  const parent = mkdtempSync(join(tmpdir(), 'writ-create-'));
  beforeAll(() => {
    registry = execute(['npm', 'config', 'get', 'registry'], parent).trim().replace(/\/$/, '');
    mkdirSync(managers, { recursive: true });
    writeFileSync(join(managers, 'package.json'), '{ "private": true }');
    execute(['npm', 'install', '--ignore-scripts', ...VERSIONS], managers);
  }, 900_000);
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  /** Runs `create-writ`, and has the package manager replace Writ's packages with the packed ones. */
  function create(name: string, frontEnd: string, manager: readonly string[]): ManagedProject {
    const own = join(parent, name);
    mkdirSync(own);
    const program = join(project, 'node_modules/.bin/create-writ');
    execute(['node', program, 'shop', `--front-end=${frontEnd}`], own);
    const folder = join(own, 'shop');
    const tarballs = Object.fromEntries(
      listTarballs().map((file) => [nameOf(file), `file:${file}`] as const),
    );
    usePacked(folder, tarballs);
    return { folder, run: (...argv) => execute([...manager, ...argv], folder) };
  }

  it.each(['annotations', 'controllers'])(
    'with %s passes the steps of its workflow under npm, and runs as the steps of its Dockerfile install it',
    async (frontEnd) => {
      const { run, folder } = create(`npm-${frontEnd}`, frontEnd, ['npm']);
      run('install', '--package-lock-only');
      // A registry may not offer the binaries for other platforms.
      execute(['node', join(root, 'scripts/complete-lock.ts'), join(folder, 'package-lock.json')], folder);
      const workflow = readFileSync(join(folder, '.github/workflows/ci.yml'), 'utf8');
      const steps = [...workflow.matchAll(/^ +- run: npm (.+)$/gm)].map(([, argv = '']) => argv.split(' '));
      expect(steps).toEqual([['ci'], ['run', 'types'], ['test'], ['run', 'build']]);
      const outputs = steps.map((argv) => run(...argv));
      expect(outputs[2]).toMatch(/pass 3\b/);

      const image = repeatDockerfile(folder);
      expect(image.user).toBe('node');
      const installed = globSync('node_modules/{[!@.]*,@*/*}', { cwd: image.folder });
      expect(installed).toContain(`node_modules/@writ/${frontEnd}`);
      expect(installed.filter((name) => /compiler|\/oxc-|typescript|\/cli$/.test(name))).toEqual([]);
      await expectNotes(image.command, image.folder);
    },
    900_000,
  );

  it.each([
    ['pnpm', 'annotations', () => [join(managers, 'node_modules/.bin/pnpm')]],
    ['Yarn', 'controllers', () => ['node', join(managers, 'node_modules/@yarnpkg/cli-dist/bin/yarn.js')]],
  ])(
    'passes its checks under %s, with %s, and runs compiled',
    async (name, frontEnd, manager) => {
      const { run, folder } = create(name, frontEnd, manager());
      run('install');
      run('run', 'types');
      expect(run('run', 'test')).toMatch(/pass 3\b/);
      run('run', 'build');
      await expectNotes(['node', 'dist/main.js'], folder);
    },
    900_000,
  );
}

/** Sends one request to the compiled application. */
async function expectNotes(command: readonly string[], folder: string): Promise<void> {
  const url = await startProgram(command, folder, { HOST: '127.0.0.1', PORT: '0' });
  const response = await fetch(`${url}/notes/0`, { signal: AbortSignal.timeout(LIMIT) });
  expect(await response.json()).toEqual({ title: 'buy milk', rank: 3 });
}

/** The name of the package in a tarball: `@writ/http` for `writ-http-0.1.0.tgz`. */
function nameOf(tarball: string): string {
  return basename(tarball)
    .replace(/-\d+\.\d+\.\d+.*$/, '')
    .replace(/^writ-/, '@writ/');
}

/** Makes npm, pnpm and Yarn install the tarballs instead of packages from the registry. */
function usePacked(folder: string, tarballs: Readonly<Record<string, string>>): void {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const replace = (dependencies: Readonly<Record<string, string>>): object =>
    Object.fromEntries(
      Object.entries(dependencies).map(([name, version]) => [name, tarballs[name] ?? version]),
    );
  const direct = { ...manifest.dependencies, ...manifest.devDependencies };
  // npm does not accept overrides of direct dependencies.
  const overrides = Object.fromEntries(Object.entries(tarballs).filter(([name]) => !(name in direct)));
  writeFileSync(
    file,
    JSON.stringify({
      ...manifest,
      dependencies: replace(manifest.dependencies),
      devDependencies: replace(manifest.devDependencies),
      overrides,
      resolutions: { ...tarballs, ...replaceForeignBinaries(folder) },
    }),
  );
  const lines = Object.entries(tarballs).map(([name, target]) => `  '${name}': '${target}'`);
  writeFileSync(join(folder, 'pnpm-workspace.yaml'), ['overrides:', ...lines, ''].join('\n'));
}

/**
 * Replaces the binaries for other platforms with an empty package. A registry may not offer all of them, and Yarn, unlike
 * npm and pnpm, then installs nothing.
 */
function replaceForeignBinaries(folder: string): Readonly<Record<string, string>> {
  const empty = join(folder, '../empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'package.json'), '{ "name": "empty", "version": "0.0.0" }');
  const names = globSync('node_modules/{oxc-*,typescript}/package.json', { cwd: root }).flatMap((file) => {
    const { optionalDependencies = {} } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
      readonly optionalDependencies?: object;
    };
    return Object.keys(optionalDependencies);
  });
  const foreign = names.filter((name) => !existsSync(join(root, 'node_modules', name)));
  return Object.fromEntries(foreign.map((name) => [name, `file:${empty}`]));
}

/** Variables for the package managers. Yarn does not read npm's registry. */
function environment(): Readonly<Record<string, string>> {
  return {
    // In CI, pnpm and Yarn do not write lock files.
    CI: '',
    YARN_ENABLE_TELEMETRY: '0',
    YARN_NODE_LINKER: 'node-modules',
    YARN_NPM_REGISTRY_SERVER: registry,
  };
}

function execute([command, ...args]: readonly string[], cwd: string): string {
  return execFileSync(command!, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT,
    env: { ...process.env, npm_config_prefer_offline: 'true', ...environment() },
  });
}
