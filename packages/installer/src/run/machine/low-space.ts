import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { phrase, type Diagnostic } from '@writ/diagnostics';
import { GIB } from '../../plan/layout.ts';
import type { Plan } from '../../plan/plan.ts';
import { refusal } from '../../finding-codes.ts';
import { formatMebibytes } from '../format-mebibytes.ts';
import { term } from '../../terms.ts';

/**
 * A number of bytes that exceeds the size of all packages for a desktop, including dependencies. The exact
 * size is known only from the mirrors.
 */
const ENOUGH = 4 * GIB;

/**
 * Returns a note if packages may have to be downloaded after the disk is wiped, because a live system's cache
 * is in memory.
 *
 * @param cache folder of the package cache, which need not exist
 * @param enough number of bytes that is always sufficient
 */
export async function warnLowSpace(
  { target }: Pick<Plan, 'target'>,
  cache: string,
  enough: number = ENOUGH,
): Promise<readonly Diagnostic[]> {
  if (target.kind === 'image') return [];
  const free = await readFreeBytes(cache);
  if (free >= enough) return [];
  const start = `the package cache ${cache} has ${formatMebibytes(free)} free; if that is too little, all packages are downloaded to the new file system`;
  const message =
    target.kind === 'folder' ? `${start} in ${target.path}` : `${start} after ${target.path} has been wiped`;
  const hint = phrase`${term('requiresConsent')}to download everything before the first write, set WRIT_CACHE to a folder with more space`;
  return [refusal('late-download', message, { hint })];
}

/** Returns the free bytes at the folder or its nearest existing parent. */
async function readFreeBytes(path: string): Promise<number> {
  const room = await statfs(path).catch(() => undefined);
  if (room !== undefined) return room.bavail * room.bsize;
  return dirname(path) === path ? 0 : readFreeBytes(dirname(path));
}
