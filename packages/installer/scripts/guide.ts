/**
 * Makes the pages of the guide that say what the schema and the rules say: every key, every finding.
 * `node packages/installer/scripts/guide.ts` writes them; `guide.test.ts` holds that they fit.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { foundFaults } from './guide/faults.ts';
import { findingsPage } from './guide/findings-page.ts';
import { keysPage } from './guide/keys-page.ts';

const folder = fileURLToPath(new URL('../../../docs/guide/installer/', import.meta.url));

/** The text of each page by its path. */
export function guide(): Readonly<Record<string, string>> {
  const found = foundFaults();
  return { [`${folder}keys.md`]: keysPage(found), [`${folder}findings.md`]: findingsPage(found) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of Object.entries(guide())) writeFileSync(path, text);
}
