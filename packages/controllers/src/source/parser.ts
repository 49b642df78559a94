import { createRequire } from 'node:module';
import type { parseSync } from 'oxc-parser';

let parse: typeof parseSync | undefined;

/**
 * Loads it for the first file that is read. Bundlers do not see this: whoever serves a written table has no parser, and
 * in CommonJS they would put an import, lazy or not, before everything else.
 */
export function parser(): typeof parseSync {
  parse ??= (createRequire(import.meta.url)('oxc-parser') as typeof import('oxc-parser')).parseSync;
  return parse;
}
