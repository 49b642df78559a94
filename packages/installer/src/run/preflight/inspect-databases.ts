import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hostCommand } from '../../plan/operations/define-operation.ts';
import { describeEnd, runCommand } from '../commands/command.ts';
import { succeeded } from '../../process/run-process.ts';
import type { RunContext } from '../context.ts';
import { MAXIMUM_SIGNATURE_SIZE } from '../transfer/cache.ts';
import { createArchiveMeter, type ArchiveLimits } from './archive-meter.ts';

/**
 * Size limit of a compressed database in bytes. pacman has the same limit; the size of the distribution's
 * largest database is 50 MB.
 */
export const MAXIMUM_DATABASE_SIZE: number = 128 * 1024 * 1024;

/** Seconds. */
const UNPACK_LIMIT = 120;
const MIB = 1024 * 1024;

/**
 * Limits for an unpacked database. The distribution's largest repository, `extra`, has 15,000 packages. Its
 * database contains a folder and a file for each package and unpacks to about 60 MB. Its files database
 * contains three entries for each package and unpacks to about 600 MB; the longest list is about 10 MB in
 * size.
 */
export const UNPACKED_LIMITS: Readonly<Record<'db' | 'files', ArchiveLimits>> = {
  db: { bytes: 512 * MIB, entries: 300_000, entry: MIB },
  files: { bytes: 2048 * MIB, entries: 450_000, entry: 128 * MIB },
};

/** A database file and its size in bytes. */
export interface DatabaseFile {
  readonly name: string;
  readonly size: number;
}

/** Lists the database and signature files, including partial downloads. */
export async function listDatabaseFiles(folder: string): Promise<DatabaseFile[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        (entry) => (entry.isFile() ? [{ name, size: entry.size }] : []),
        () => [],
      ),
    ),
  );
  return files.flat();
}

/** Describes the first file that is too large; returns undefined if all sizes are within the limit. */
export function describeOversizedDatabase(files: readonly DatabaseFile[]): string | undefined {
  for (const { name, size } of files) {
    const called = name.replace(/^.*\//, '').replace(/\.part$/, '');
    const most = called.endsWith('.sig') ? MAXIMUM_SIGNATURE_SIZE : MAXIMUM_DATABASE_SIZE;
    if (size > most) return `it sends more than ${most.toLocaleString('en')} bytes of '${called}'`;
  }
  return undefined;
}

/**
 * Describes why a database cannot be unpacked; returns undefined if all databases can. Each database is unpacked once
 * to measure its size, and the output is discarded. Without this check, pacman would unpack any amount of
 * data, more than once.
 */
export async function describeUnpackFailure(
  kind: 'db' | 'files',
  context: RunContext,
  most: ArchiveLimits = UNPACKED_LIMITS[kind],
): Promise<string | undefined> {
  const names = await readdir(join(context.roots.scratch, 'db/sync')).catch(() => []);
  const databases = names.filter((file) => file.endsWith(`.${kind}`)).toSorted();
  const faults = await Promise.all(databases.map((name) => describeArchiveFailure(name, most, context)));
  return faults.find((fault) => fault !== undefined);
}

/** Maximum number of characters of the reason, which may contain names from the archive. */
const LONGEST_REASON = 200;

async function describeArchiveFailure(
  name: string,
  most: ArchiveLimits,
  context: RunContext,
): Promise<string | undefined> {
  const meter = createArchiveMeter(most);
  const stop = new AbortController();
  let complaint: string | undefined;
  const end = await runCommand(
    hostCommand('bsdtar', '-cf', '-', '--format=ustar', `@{scratch}/db/sync/${name}`),
    UNPACK_LIMIT,
    {
      ...context,
      signal: context.signal === undefined ? stop.signal : AbortSignal.any([context.signal, stop.signal]),
    },
    {
      onChunk: meter.write,
      // bsdtar omits an entry whose name or size does not fit this format, and the meter would not count it.
      onLine: (line) => {
        complaint ??= line;
        stop.abort();
      },
    },
  );
  const large = meter.violation();
  if (large !== undefined) return `'${name}' ${large}`;
  if (succeeded(end) && complaint === undefined) return undefined;
  const why = complaint
    ?.slice(0, LONGEST_REASON)
    .replace(/^bsdtar: (?:Error opening archive: )?/, '')
    .replace('(null)', 'it is truncated');
  return `'${name}' cannot be read: ${why ?? describeEnd(['bsdtar'], end, UNPACK_LIMIT)}`;
}
