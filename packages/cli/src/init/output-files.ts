import { lstat, readFile, realpath, rm, stat } from 'node:fs/promises';
import { UsageError } from '../command-line/usage-error.ts';
import { writePrivate } from '../files/private-file.ts';
import { stopOnSignals } from '../process/stop-signals.ts';
import { editText } from './edit-text.ts';
import { Interrupted } from '@writ/prompts';

/** The files that `writ init` writes. */
export interface OutputFiles {
  readonly config: { readonly file: string; readonly text: string };
  /** Secrets by name; empty if no credentials file is needed. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly creds: string;
}

export async function fileExists(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => undefined)) !== undefined;
}

/**
 * Writes the files, each completely or not at all.
 *
 * @returns the names of the written files
 * @throws UsageError if a file cannot be written
 * @throws Interrupted after writing, if a signal arrived in the meantime
 */
export async function writeNew({ config, secrets, creds }: OutputFiles): Promise<readonly string[]> {
  const hasSecrets = Object.keys(secrets).length > 0;
  return writeUninterrupted(async () => {
    const isNew = !(await fileExists(creds));
    if (hasSecrets) await writePrivate(creds, `${JSON.stringify(secrets, null, 2)}\n`);
    try {
      await writePrivate(config.file, config.text);
    } catch (error) {
      if (hasSecrets && isNew) await rm(creds, { force: true });
      throw error;
    }
    return hasSecrets ? [config.file, creds] : [config.file];
  });
}

/**
 * Writes an edited configuration with its permissions, and adds secrets to its credentials.
 *
 * @param before the text that was edited
 * @returns the names of the written files
 * @throws UsageError if a file cannot be written, or if the configuration has changed in the meantime
 * @throws Interrupted after writing, if a signal arrived in the meantime
 */
export async function writeEdited(
  { config, secrets, creds }: OutputFiles,
  before: string,
): Promise<readonly string[]> {
  const file = await realpath(config.file);
  if ((await readFile(file, 'utf8')) !== before)
    throw new UsageError(`${config.file} was changed by another program; run the command again`);
  const { mode } = await stat(file);
  return writeUninterrupted(async () => {
    const edits = Object.entries(secrets).map(([name, value]) => ({ path: [name], value }));
    if (edits.length > 0) {
      const text = (await fileExists(creds)) ? await readFile(creds, 'utf8') : '{}\n';
      await writePrivate(creds, editText(text, edits));
    }
    if (config.text !== before) await writePrivate(file, config.text, mode & 0o777);
    return [...(config.text === before ? [] : [config.file]), ...(edits.length === 0 ? [] : [creds])];
  });
}

/** Writes files completely; the first signal takes effect afterwards. */
async function writeUninterrupted(write: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const stop = stopOnSignals();
  try {
    const written = await write();
    if (stop.signal.aborted) throw new Interrupted(written);
    return written;
  } finally {
    stop.release();
  }
}
