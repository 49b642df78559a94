import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The fixtures as `tsc` compiles them under standard decorators, which the tests' own compiler leaves in place. */
export function compileStandard(): { readonly directory: string; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'writ-standard-'));
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'));
  const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const project = ['-p', join(fixtures, 'tsconfig.standard.json'), '--rootDir', fixtures];
  // Only the fixtures themselves, and only their syntax: their types are checked by a test of its own.
  const output = ['--noEmit', 'false', '--noCheck', '--noResolve', '--sourceMap', '--outDir', directory];
  execFileSync(process.execPath, [tsc, ...project, ...output], { timeout: 60_000 });
  return { directory, remove: () => rmSync(directory, { recursive: true }) };
}
