import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Diagnostic } from '@writ/diagnostics';
import { GIB } from '../../plan/layout.ts';
import type { Plan } from '../../plan/plan.ts';
import { refusal } from '../../finding-codes.ts';
import { formatMebibytes } from '../format-mebibytes.ts';

/** Bytes: more than a desktop with everything that belongs to it. How much it will be, only the mirrors know. */
const ENOUGH = 4 * GIB;

/**
 * Says of a disk what may have to be done in another order: a live system keeps its cache in memory.
 *
 * @param cache folder of the package cache, which need not be there
 * @param enough bytes
 */
export async function warnLowSpace(
  { target }: Pick<Plan, 'target'>,
  cache: string,
  enough: number = ENOUGH,
): Promise<readonly Diagnostic[]> {
  if (target.kind === 'image') return [];
  const free = await readFreeBytes(cache);
  if (free >= enough) return [];
  const message = `the package cache ${cache} has ${formatMebibytes(free)} free: packages that do not fit are downloaded to the new file system after ${target.path} has been wiped`;
  const hint =
    'this requires --yes; to download everything before the first write, set WRIT_CACHE to a folder with more space';
  return [refusal('late-download', message, { hint })];
}

/** Bytes, where the folder is or would be made. */
async function readFreeBytes(path: string): Promise<number> {
  const room = await statfs(path).catch(() => undefined);
  if (room !== undefined) return room.bavail * room.bsize;
  return dirname(path) === path ? 0 : readFreeBytes(dirname(path));
}
