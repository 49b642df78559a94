/**
 * Generates the documentation pages that list rules and keys, and the usage and tables in docs/command.md. `npm run
 * reference` writes the pages; reference.test checks that they are up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { foundFaults } from '../packages/installer/scripts/guide/faults.ts';
import { keysPage } from '../packages/installer/scripts/guide/keys-page.ts';
import { commandPage } from './reference/command-page.ts';
import { findingsPage } from './reference/findings-page.ts';

const docs = fileURLToPath(new URL('../docs/', import.meta.url));

/** The content of each page by its path. */
export async function referencePages(): Promise<Readonly<Record<string, string>>> {
  return {
    [`${docs}reference/findings.md`]: findingsPage(),
    [`${docs}guide/installer/keys.md`]: keysPage(foundFaults()),
    [`${docs}command.md`]: await commandPage(readFileSync(`${docs}command.md`, 'utf8')),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, content] of Object.entries(await referencePages())) writeFileSync(path, content);
}
