import { readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../command-line/usage-error.ts';

/** A file that is specified on the command line. */
export interface NamedFile {
  /** The option or operand, such as `--events`. */
  readonly option: string;
  /** A path. Other names, such as URLs and `serial=…`, are ignored. */
  readonly name: string;
  /** Whether the file is an image or a disk, which is overwritten. An image is built in a folder next to it. */
  readonly target?: true;
  /** Whether the file is written, but is not a target. */
  readonly written?: true;
}

/**
 * Asserts that each written file differs from the command's other files, even if a path is a link or is spelled
 * differently.
 *
 * @throws UsageError if two of them are the same file, or if one is in the folder in which an image is built
 */
export async function assertDistinctFiles(named: readonly NamedFile[]): Promise<void> {
  const files = await Promise.all(
    named
      .filter(({ name }) => isPath(name))
      .map(async (file) => ({ ...file, ...(await identifyFile(file.name)) })),
  );
  for (const [index, first] of files.entries()) {
    for (const second of files.slice(index + 1)) {
      const isWritten = [first, second].some(({ target, written }) => target === true || written === true);
      // Equal targets are reported by the plan, with their location in the configuration.
      if (!isWritten || (first.target === true && second.target === true)) continue;
      // Terminals, pipes and /dev/null are streams: writing to them replaces nothing.
      if (first.isStream || second.isStream) continue;
      if (first.path === second.path || (first.inode !== undefined && first.inode === second.inode))
        throw new UsageError(
          `${first.option} and ${second.option} are the same file, ${second.name}: use two files`,
        );
      for (const [image, other] of [
        [first, second],
        [second, first],
      ] as const) {
        if (image.target === true && other.path.startsWith(`${image.path}.writ/`))
          throw new UsageError(`${other.option} is in ${image.name}.writ, where the image is built`);
      }
    }
  }
}

function isPath(name: string): boolean {
  return name !== '-' && name !== '' && !/^[a-z]+:\/\//i.test(name) && !/^(serial|wwn|model)=/.test(name);
}

interface Identity {
  /** Absolute path with every link resolved, even if the file does not exist. */
  readonly path: string;
  /** Device and inode; absent if the file does not exist. */
  readonly inode?: string;
  readonly isStream: boolean;
}

async function identifyFile(name: string): Promise<Identity> {
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
