/**
 * Builds `writ` as one file that needs neither Node nor packages: a bundle of packages/cli/src/executable.ts in a copy
 * of the running Node. The build works only on Linux and only for Linux.
 */
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { writeBundle } from './bundle.ts';

const run = promisify(execFile);
const LIMIT = 300_000;

/** Marker by which Node detects an embedded program, as Node's documentation specifies. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * Builds the executable.
 *
 * @param file its absolute path; an existing file is replaced once the new one is complete
 * @returns its size in bytes
 * @throws Error on other systems than Linux, or if a step of the build fails
 */
export async function buildExecutable(file: string): Promise<number> {
  if (process.platform !== 'linux') throw new Error('the single executable can only be built on Linux');
  // Built next to the executable, because a file cannot be renamed to a path on another file system.
  const folder = await mkdtemp(join(dirname(file), '.writ-exe-'));
  try {
    const bundle = join(folder, 'writ.cjs');
    await writeBundle(bundle);
    const blob = join(folder, 'blob');
    const settings = {
      main: bundle,
      output: blob,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      // Ignore NODE_OPTIONS, because options for other programs could prevent the start or load other code.
      execArgvExtension: 'none',
    };
    await writeFile(join(folder, 'sea.json'), JSON.stringify(settings));
    await run(process.execPath, ['--experimental-sea-config', join(folder, 'sea.json')], { timeout: LIMIT });
    const executable = join(folder, 'writ');
    await copyFile(process.execPath, executable);
    await chmod(executable, 0o755);
    await strip(executable);
    await run(process.execPath, [postject(), executable, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE], {
      timeout: LIMIT,
    });
    await rename(executable, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return (await stat(file)).size;
}

/**
 * Strips the symbols, which make up a seventh of the file, if binutils is installed. Must run before the program is
 * embedded; afterwards, the file would no longer start.
 */
async function strip(executable: string): Promise<void> {
  try {
    await run('strip', [executable], { timeout: LIMIT });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function postject(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve('postject/package.json')), 'dist/cli.js');
}
