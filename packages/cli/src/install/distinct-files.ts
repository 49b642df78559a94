import { readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../command-line/usage-error.ts';

/** A file that the command line names. */
export interface NamedFile {
  /** As people write it, such as `--events`. */
  readonly option: string;
  /** A name that is not a path, such as an address or a mark of a disk, is the same as no other. */
  readonly name: string;
  /** An image or a disk: everything in it is replaced, and an image is built in a folder beside it. */
  readonly target?: true;
  /** Written as well as a target is. */
  readonly written?: true;
}

/**
 * No file that is written may be another one of the command, by whichever spelling, symbolic or hard link.
 *
 * @throws UsageError that names both options
 */
export async function assertDistinctFiles(named: readonly NamedFile[]): Promise<void> {
  const files = await Promise.all(
    named
      .filter(({ name }) => isPath(name))
      .map(async (file) => ({ ...file, ...(await identify(file.name)) })),
  );
  for (const [index, first] of files.entries()) {
    for (const second of files.slice(index + 1)) {
      const isWritten = [first, second].some(({ target, written }) => target === true || written === true);
      // Of two targets that are one the plan says so, at its place in the configuration.
      if (!isWritten || (first.target === true && second.target === true)) continue;
      // A terminal, a pipe and /dev/null are streams, and not replaced by what is written.
      if (first.isStream || second.isStream) continue;
      if (first.path === second.path || (first.inode !== undefined && first.inode === second.inode))
        throw new UsageError(`${first.option} and ${second.option} are one file, ${second.name}: name two`);
      for (const [image, other] of [
        [first, second],
        [second, first],
      ] as const) {
        if (image.target === true && other.path.startsWith(`${image.path}.writ/`))
          throw new UsageError(`${other.option} lies in ${image.name}.writ, where the image is built`);
      }
    }
  }
}

function isPath(name: string): boolean {
  return name !== '-' && name !== '' && !/^[a-z]+:\/\//i.test(name) && !/^(serial|wwn|model)=/.test(name);
}

interface Identity {
  /** Absolute, with every link resolved, also where nothing is there yet. */
  readonly path: string;
  /** Of what is there. */
  readonly inode?: string;
  readonly isStream: boolean;
}

async function identify(name: string): Promise<Identity> {
  const path = await resolveLinks(resolve(name));
  const entry = await stat(path, { bigint: true }).catch(() => undefined);
  if (entry === undefined) return { path, isStream: false };
  const isStream = entry.isCharacterDevice() || entry.isFIFO() || entry.isSocket();
  return { path, inode: `${entry.dev}:${entry.ino}`, isStream };
}

const MAX_LINKS = 40;

async function resolveLinks(path: string): Promise<string> {
  let at = path;
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const folder = await realpath(dirname(at)).catch(() => dirname(at));
    at = join(folder, basename(at));
    const link = await readlink(at).catch(() => undefined);
    if (link === undefined) return at;
    at = resolve(folder, link);
  }
  return at;
}
