import type { parseSync } from 'oxc-parser';

let parse: typeof parseSync | undefined;

/**
 * Loads it for the first file that is read. Bundlers do not see this: an application that serves a written table needs
 * no parser, and its native code cannot be bundled.
 */
export function parser(): typeof parseSync {
  parse ??= loadParser().parseSync;
  return parse;
}

function loadParser(): typeof import('oxc-parser') {
  // Bundlers follow an imported `createRequire`. A bundle in CommonJS form has no `import.meta.url`.
  const { createRequire } = process.getBuiltinModule('node:module');
  const { url = `${process.cwd()}/` } = import.meta as { readonly url?: string };
  try {
    return createRequire(url)('oxc-parser') as typeof import('oxc-parser');
  } catch (cause) {
    const fix = 'serve the table that `writ build` writes, or install oxc-parser';
    throw new Error(`the signatures of controllers cannot be read without oxc-parser: ${fix}`, { cause });
  }
}
