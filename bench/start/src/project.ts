import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { controllerFiles, WRITE_TABLE } from './controllers.ts';

const root = resolve(fileURLToPath(import.meta.url), '../../../..');
const MINUTES = 60_000;
const PEERS = ['fastify', 'hono', '@hono/node-server'];

/** Packs the packages, and creates a project in which they are installed and the applications are compiled. */
export function createProject(folder: string): void {
  execFileSync('node', ['scripts/pack.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 5 * MINUTES,
  });
  mkdirSync(folder, { recursive: true });
  const tarballs = ['diagnostics', 'http', 'compiler', 'source', 'annotations', 'controllers'].flatMap(
    (name) => globSync(`dist/writ-${name}-*.tgz`, { cwd: root }).map((file) => `file:${join(root, file)}`),
  );
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  const run = (command: string, ...args: readonly string[]): void =>
    void execFileSync(command, args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 5 * MINUTES,
    });
  run('npm', ...install, ...tarballs, ...peers());
  const source = join(folder, 'source');
  cpSync(join(root, 'bench/start/apps'), source, { recursive: true });
  for (const [name, text] of Object.entries(controllerFiles())) {
    mkdirSync(dirname(join(source, name)), { recursive: true });
    writeFileSync(join(source, name), text);
  }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['source'], exclude: [] }),
  );
  run('tsc', '-p', folder);
  writeFileSync(join(folder, 'write-table.js'), WRITE_TABLE);
  run('node', 'write-table.js');
}

/** The versions that the other benchmarks compare. */
function peers(): readonly string[] {
  const manifest = readFileSync(join(root, 'bench/http/package.json'), 'utf8');
  const { dependencies } = JSON.parse(manifest) as { dependencies: Readonly<Record<string, string>> };
  return PEERS.map((name) => `${name}@${dependencies[name]}`);
}

const compilerOptions = {
  rootDir: 'source',
  outDir: '.',
  strict: true,
  skipLibCheck: true,
  declaration: true,
  module: 'nodenext',
  target: 'es2024',
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  typeRoots: [join(root, 'node_modules/@types')],
  types: ['node'],
};
