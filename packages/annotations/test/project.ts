import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeEnvironment } from '../../../scripts/processes/node-environment.ts';

const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A user's project folder with the packages of this checkout. */
export interface Project {
  readonly folder: string;
  write(files: Readonly<Record<string, string>>): void;
  /** Runs Node in the folder, without the test runner's flags. */
  node(...args: readonly string[]): Ended;
  /** Compiles with `tsc` and the options. @throws Error with the compiler's output. */
  compile(...options: readonly string[]): void;
  remove(): void;
}

/** A `tsconfig.json` that compiles `src` to `out`, with declaration files and metadata. */
export function compilerSettings(options: object = {}): string {
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
    declaration: true,
    skipLibCheck: true,
    types: ['node'],
    rootDir: 'src',
    outDir: 'out',
    ...options,
  };
  return JSON.stringify({ compilerOptions, include: ['src'] });
}

export function createProject(files: Readonly<Record<string, string>> = {}): Project {
  const folder = mkdtempSync(join(tmpdir(), 'writ-project-'));
  symlinkSync(modules, join(folder, 'node_modules'));
  const project: Project = {
    folder,
    write(more) {
      for (const [name, text] of Object.entries(more)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
    },
    node(...args) {
      const options = { cwd: folder, encoding: 'utf8', timeout: 60_000 } as const;
      const { status, stdout, stderr } = spawnSync(process.execPath, args, {
        ...options,
        env: { PATH: process.env['PATH'], ...nodeEnvironment },
      });
      return { status, stdout, stderr };
    },
    compile(...options) {
      const tsc = join(modules, 'typescript/bin/tsc');
      const { status, stdout } = project.node(tsc, '--singleThreaded', '-p', '.', ...options);
      if (status !== 0) throw new Error(stdout);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
  project.write({ 'package.json': '{ "type": "module" }', ...files });
  return project;
}
