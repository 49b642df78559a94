import { resolve } from 'node:path';
import { PrivateFileError, readPrivateFile } from '@writ/service';
import type { Environment } from './settings.ts';

/** Maximum size of a file with a token or an address in bytes. */
const FILE_LIMIT = 4_096;

/**
 * Returns the value of a variable such as `WRIT_TOKEN`, or the content of the file in `WRIT_TOKEN_FILE`; undefined if
 * neither is set. Adds usage errors, which do not contain the value, to `problems`.
 */
export function readSecretVariable(
  environment: Environment,
  name: string,
  problems: string[],
): string | undefined {
  const value = environment[name] || undefined;
  const file = environment[`${name}_FILE`] || undefined;
  if (file === undefined) return value;
  if (value !== undefined) {
    problems.push(`${name} and ${name}_FILE are both set: use only one of them`);
    return undefined;
  }
  const path = resolve(file);
  try {
    const text = readPrivateFile(path, FILE_LIMIT).trimEnd();
    if (text !== '') return text;
    problems.push(`${name}_FILE ${path} is empty`);
  } catch (error) {
    if (!(error instanceof PrivateFileError)) throw error;
    problems.push(`${name}_FILE ${path} ${error.message}`);
  }
  return undefined;
}
