import { lstat, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UsageError } from '../command-line/usage-error.ts';

/**
 * Asserts that a path is suitable for an output file: its folder exists, and the path is free or refers to a regular
 * file. Permissions are not checked. Returns whether the file exists.
 *
 * @param option the option that names the file, for the message about an empty name
 * @param inputs names of the input files, none of which may be overwritten
 * @throws UsageError if the path is not suitable or is an input file's path
 */
export async function assertWritable(
  option: string,
  path: string,
  inputs: readonly string[],
): Promise<boolean> {
  if (path === '') throw new UsageError(`${option} requires a file name`);
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (folder?.isDirectory() !== true) throw new UsageError(`cannot write ${path}: its folder does not exist`);
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined) return false;
  if (!found.isFile()) throw new UsageError(`cannot write ${path}: it exists and is not a regular file`);
  const real = await realpath(path);
  for (const input of inputs) {
    if ((await realpath(input).catch(() => undefined)) === real)
      throw new UsageError(
        `${path} is also the input: settings without an equivalent would be lost; choose another file`,
      );
  }
  return true;
}
