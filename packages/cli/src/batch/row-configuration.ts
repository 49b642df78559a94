import { join } from 'node:path';
import { joinSecrets, splitChecked, type CheckedRow } from '@writ/installer';
import { writePrivate } from '../files/private-file.ts';

/** The paths of the files for a row. */
interface ConfigurationFiles {
  readonly config: string;
  readonly creds: string;
}

/** Returns the paths of the configuration and the credentials of a row. */
export function configurationFiles(folder: string, number: number): ConfigurationFiles {
  return { config: join(folder, `config-${number}.json`), creds: join(folder, `creds-${number}.json`) };
}

/**
 * Writes the configuration and the credentials of a row. The credentials contain the secrets that the row, the template
 * or `--creds` contains.
 *
 * @throws UsageError if a file cannot be written
 */
export async function writeConfiguration(folder: string, { number, check }: CheckedRow): Promise<void> {
  const split = check && splitChecked(check, { hashedLogins: false });
  if (split === undefined) return;
  const values = split.secrets.flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const { config, creds } = joinSecrets(split.config, new Map(values));
  const files = configurationFiles(folder, number);
  await writePrivate(files.config, formatJson(config));
  await writePrivate(files.creds, formatJson(creds));
}

function formatJson(text: string): string {
  return `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
}
