import { open, readFile } from 'node:fs/promises';

/**
 * Removes an incomplete last line, which a power failure may leave. Does nothing if the file does not exist.
 */
export async function truncateTornLine(path: string): Promise<void> {
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes === undefined || bytes.at(-1) === 0x0a) return;
  await using file = await open(path, 'r+');
  await file.truncate(bytes.lastIndexOf(0x0a) + 1);
}
