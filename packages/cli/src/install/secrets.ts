import type { NamedText } from '@writ/installer';
import { UsageError } from '../command-line/usage-error.ts';
import { readInput } from '../files/read-input.ts';

/** A secret that the command line names, and the file that contains it. */
export interface NamedSecretFile {
  readonly name: string;
  /** A path, or `-` for standard input. */
  readonly file: string;
}

/**
 * Parses the values of `--secret`. The messages do not quote a value, because it may be the secret itself.
 *
 * @throws UsageError
 */
export function parseSecrets(values: readonly string[]): NamedSecretFile[] {
  const secrets = values.map((value): NamedSecretFile => {
    const [, name = '', file] = /^([^=]+)=(?:@(.+)|-)$/s.exec(value) ?? [];
    if (name === '') throw new UsageError('invalid --secret: pass NAME=@FILE, or NAME=- for standard input');
    return { name, file: file ?? '-' };
  });
  if (new Set(secrets.map(({ name }) => name)).size < secrets.length)
    throw new UsageError('invalid --secret: a name is repeated');
  return secrets;
}

/**
 * Reads secrets as credentials; undefined if there are none.
 *
 * @throws UsageError if a file cannot be read
 */
export async function readSecrets(secrets: readonly NamedSecretFile[]): Promise<NamedText | undefined> {
  if (secrets.length === 0) return undefined;
  const values: [string, string][] = [];
  for (const { name, file } of secrets) {
    const { text } = await readInput(file);
    values.push([
      name,
      Buffer.from(text)
        .toString('utf8')
        .replace(/\r?\n$/, ''),
    ]);
  }
  return { file: '--secret', text: JSON.stringify(Object.fromEntries(values)) };
}
