/** @module The TypeScript parser, loaded on first use. */
import type { parseSync } from 'oxc-parser';

let loaded: typeof parseSync | undefined;

/**
 * Returns the TypeScript parser, or undefined if it is not installed, for instance in a bundle. Bundlers do not include
 * the parser. Its native code is loaded only when the first source is read, so an application with a built table never
 * loads this code.
 */
export function loadParser(): typeof parseSync | undefined {
  loaded ??= importParser();
  return loaded;
}

/** Returns the TypeScript parser. @throws Error if it is not installed. */
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
