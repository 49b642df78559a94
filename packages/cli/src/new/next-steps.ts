import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quoteWords } from '../process/quote-words.ts';
import type { PackageManager } from './package-manager.ts';

/** The packages that an HTTP application installs, or on which they depend. */
const PACKAGES = ['annotations', 'cli', 'compiler', 'controllers', 'diagnostics', 'http', 'source'];

/** Returns the checkout to which this file belongs; undefined if it was installed as a part of a package. */
export function findCheckout(): string | undefined {
  const root = fileURLToPath(new URL('../../../..', import.meta.url));
  return existsSync(join(root, 'scripts/pack.ts')) ? root.replace(/[/\\]$/, '') : undefined;
}

/**
 * Returns the commands that install the dependencies of a new project and start it.
 *
 * @param checkout the folder of a checkout, whose packages are packed into the project; undefined to install published
 * packages
 */
export function listNextSteps(
  name: string,
  { install, dev }: PackageManager,
  checkout: string | undefined,
): readonly string[] {
  if (checkout === undefined) return [`cd ${name}`, install, dev];
  const folder = quoteWords([checkout]);
  // Not a brace expansion, which a POSIX shell such as dash does not support.
  const copy = `for name in ${PACKAGES.join(' ')}; do cp ${folder}/dist/writ-$name-*.tgz packages/; done`;
  return [
    `cd ${name}`,
    `npm --prefix ${folder} run pack`,
    `mkdir packages && ${copy}`,
    'npm install ./packages/*.tgz',
    'npm run dev',
  ];
}
