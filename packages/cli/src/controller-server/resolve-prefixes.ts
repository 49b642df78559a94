import { prefixesOf } from '@writ/controllers';

/** Returns the prefixes from the command line or, without `--prefix`, from the environment. */
export function resolvePrefixes(prefixes: readonly string[]): readonly string[] {
  return prefixes.length > 0 ? prefixes : prefixesOf(process.env);
}
