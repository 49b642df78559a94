import { truncate, writeFile } from 'node:fs/promises';
import { run } from '../../../../tools/mirror/src/build/process.ts';

const MIB = 2 ** 20;

/** Creates an ext4 image of a folder, with owners and some free space. */
export async function makeFileSystem(folder: string, label: string, file: string): Promise<void> {
  const used = Number((await run(['du', '--summarize', '--bytes', folder])).split('\t')[0]);
  await writeFile(file, '');
  await truncate(file, (Math.ceil((used * 1.2) / MIB) + 32) * MIB);
  await run(['mkfs.ext4', '-q', '-O', '^has_journal', '-m', '0', '-L', label, '-d', folder, file]);
}
