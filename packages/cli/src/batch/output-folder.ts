import { mkdir } from 'node:fs/promises';
import { UsageError } from '../command-line/usage-error.ts';
import { assertDistinctFiles, type NamedFile } from '../files/distinct-files.ts';
import { describeWriteError } from '../files/file-errors.ts';

/**
 * Creates the folder of `--output`.
 *
 * @param written the files that the command writes into the folder
 * @param read the files that the command reads
 * @throws UsageError if the folder cannot be created, or if a file to write is one that the command reads
 */
export async function prepareOutput(
  folder: string,
  written: readonly string[],
  read: readonly NamedFile[],
): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw new UsageError(`--output: ${describeWriteError(error)}`);
  }
  const files = written.map((name) => ({ option: '--output', name, written: true as const }));
  await assertDistinctFiles([...read, ...files]);
}
