/**
 * Builds dist/writ.iso, the installation medium, and, next to it, writ-ssh.tar.gz, the archive for `writ install --ssh`;
 * prints their sizes. With `--netboot`, also writes the files for network boots.
 */
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildExecutable } from './exe/build-executable.ts';
import { makeArchive } from './medium/archive.ts';
import { checkContents, makeIso } from './medium/iso.ts';
import { makeNetboot } from './medium/netboot.ts';
import { buildSystem } from './medium/system.ts';

const USAGE =
  'usage: npm run build:medium -- [--output=FILE] [--append="KERNEL ARGUMENTS"] [--add=FILE]... [--netboot=FOLDER]';

const { output, append, add, netboot } = readOptions();
const problems = checkContents({ append, files: add });
if (process.getuid?.() !== 0) problems.push('root is required, because the build sets the owners of files');
if (problems.length > 0) fail(problems.join('\n'));

await mkdir(dirname(output), { recursive: true });
const aside = await mkdtemp(join(dirname(output), '.writ-medium-'));
try {
  const system = await buildSystem({ log: (line) => console.error(line), compress: true });
  const writ = join(aside, 'writ');
  await buildExecutable(writ);
  await makeIso(system, { writ, append, files: add }, output);
  const archive = join(dirname(output), 'writ-ssh.tar.gz');
  await makeArchive(system, writ, archive, 6);
  if (netboot !== undefined) await makeNetboot(system, writ, netboot);
  for (const file of [output, archive])
    console.log(`${file}: ${((await stat(file)).size / 1e6).toFixed(0)} MB, build id ${system.buildId}`);
} finally {
  await rm(aside, { recursive: true, force: true });
}

interface Options {
  readonly output: string;
  readonly append: string;
  readonly add: readonly string[];
  /** The folder for the files of network boots. */
  readonly netboot: string | undefined;
}

function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        output: {
          type: 'string',
          default: join(fileURLToPath(new URL('..', import.meta.url)), 'dist/writ.iso'),
        },
        append: { type: 'string', default: '' },
        add: { type: 'string', multiple: true, default: [] },
        netboot: { type: 'string' },
      },
    });
    return {
      output: resolve(values.output),
      append: values.append,
      add: values.add.map((file) => resolve(file)),
      netboot: values.netboot === undefined ? undefined : resolve(values.netboot),
    };
  } catch (error) {
    fail(`${(error as Error).message}\n${USAGE}`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
