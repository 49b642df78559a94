/** @module The TypeScript parser, loaded on first use. */
import type { parseSync } from 'oxc-parser';

let loaded: typeof parseSync | undefined;

/**
 * The TypeScript parser; undefined if it is not installed, as in a bundle. Bundlers do not include it, and its native
 * code is loaded with the first source that is read: an application that serves a prebuilt table reads none.
 */
export function loadParser(): typeof parseSync | undefined {
  loaded ??= importParser();
  return loaded;
}

/** The TypeScript parser. @throws Error if it is not installed. */
export function requireParser(): typeof parseSync {
  const parse = loadParser();
  if (parse !== undefined) return parse;
  throw new Error(
    'TypeScript cannot be read without oxc-parser: install it, or serve the output of `writ build`',
  );
}

function importParser(): typeof parseSync | undefined {
  // `createRequire` is not imported, because bundlers would follow it. A CommonJS bundle has no `import.meta.url`.
  const { createRequire } = process.getBuiltinModule('node:module');
  const { url = `${process.cwd()}/` } = import.meta as { readonly url?: string };
  try {
    return (createRequire(url)('oxc-parser') as typeof import('oxc-parser')).parseSync;
  } catch {
    return undefined;
  }
}
