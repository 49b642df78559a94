/**
 * Makes one file of `writ` that needs neither Node nor packages: a bundle of packages/cli/src/executable.ts inside a
 * copy of the Node that runs this. For Linux, on Linux.
 */
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { writeBundle } from './bundle.ts';

const run = promisify(execFile);
const LIMIT = 120_000;

/** What Node looks for in itself to see that there is something to run; its manual names it. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/**
 * @param file absolute; replaced when it is complete
 * @returns its size in bytes
 * @throws Error with a message for people
 */
export async function buildExecutable(file: string): Promise<number> {
  if (process.platform !== 'linux') throw new Error('the single executable is for Linux and made on Linux');
  // Beside the file, for it is renamed into place.
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
      // NODE_OPTIONS is meant for other programs: it could keep this one from starting, or let others into it.
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
 * Takes away the symbols, a seventh of the file, where binutils are installed. Before anything is put into it:
 * afterwards it would no longer start.
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
