import type { parseSync } from 'oxc-parser';

/**
 * The parser of sources; undefined where it is not installed, as in a bundle. Bundlers do not see it, and its native code
 * is loaded for the first source that is read: a start without findings reads none.
 */
export function loadParser(): typeof parseSync | undefined {
  // Bundlers follow an imported `createRequire`. A bundle in CommonJS form has no `import.meta.url`.
  const { createRequire } = process.getBuiltinModule('node:module');
  const { url = `${process.cwd()}/` } = import.meta as { readonly url?: string };
  try {
    return (createRequire(url)('oxc-parser') as typeof import('oxc-parser')).parseSync;
  } catch {
    return undefined;
  }
}
