/** Runs the HTTP tutorial. e2e/machines/guide.test.ts runs the installer tutorial. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { describePage } from '../../scripts/docs/page.ts';
import { openGuide } from '../guide/guide-pages.ts';

const guide = openGuide(fileURLToPath(new URL('.', import.meta.url)));
for (const { name, text, folder } of guide.pages) if (name === 'http.md') describePage(name, text, folder);

it('the end-to-end tests run the installer tutorial', () => {
  const test = readFileSync(new URL('../../e2e/machines/guide.test.ts', import.meta.url), 'utf8');
  expect(test).toContain("commandsIn('tutorial/installer.md')");
});
