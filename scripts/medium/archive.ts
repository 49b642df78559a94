import { copyFile, link, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { run } from '../../tools/mirror/src/build/process.ts';
import type { LiveSystem } from './system.ts';

/**
 * Writes the archive that `writ install --ssh` sends to a host: the live system without its kernel, with `writ`. An
 * existing file is replaced once the new one is complete.
 *
 * @param writ path of the single executable
 * @param compression level of gzip, which any host can unpack
 */
export async function makeArchive(
  { tree }: LiveSystem,
  writ: string,
  output: string,
  compression: 1 | 6,
): Promise<void> {
  const aside = await mkdtemp(join(dirname(output), '.writ-archive-'));
  try {
    const file = join(aside, 'usr/bin/writ');
    await mkdir(dirname(file), { recursive: true });
    await link(writ, file).catch(() => copyFile(writ, file));
    const archive = join(aside, 'archive');
    const level = `gzip:compression-level=${compression}`;
    const options = ['--format', 'gnutar', '--numeric-owner', '--options', level];
    await run(['bsdtar', '-czf', archive, ...options, `@${tree}`, '-C', aside, 'usr/bin/writ']);
    await rename(archive, output);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
