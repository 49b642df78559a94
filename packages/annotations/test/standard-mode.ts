import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Fixtures compiled by `tsc` with standard decorators, because the compiler of the test runner does not transform
 * these.
 */
export function compileStandard(): { readonly directory: string; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'writ-standard-'));
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const project = ['-p', join(fixtures, 'tsconfig.standard.json'), '--rootDir', fixtures];
  // Compiles only the fixtures, without a type check: another test checks their types.
  const output = ['--noEmit', 'false', '--noCheck', '--noResolve', '--sourceMap', '--outDir', directory];
  execFileSync(process.execPath, [tsc, '--singleThreaded', ...project, ...output], { timeout: 60_000 });
  return { directory, remove: () => rmSync(directory, { recursive: true }) };
}
