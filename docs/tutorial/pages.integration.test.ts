/** Runs what the HTTP tutorial shows, and checks the types of its files. The installer's is run by e2e/guide.test.ts. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { describePage } from '../../scripts/docs/page.ts';
import { expectTypes, openGuide } from '../guide/guide-pages.ts';

const guide = openGuide(fileURLToPath(new URL('.', import.meta.url)));
for (const { name, text, folder } of guide.pages) if (name === 'http.md') describePage(name, text, folder);

expectTypes(guide);

it('the installer tutorial is run by the end-to-end tests', () => {
  const test = readFileSync(new URL('../../e2e/guide.test.ts', import.meta.url), 'utf8');
  expect(test).toContain("commandsIn('tutorial/installer.md')");
});
