/** Runs all examples on the pages of this folder. */
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { ExampleHost } from '../../../scripts/docs/host.ts';
import { describePage } from '../../../scripts/docs/page.ts';
import { expectAllListed, openGuide } from '../guide-pages.ts';

const guide = openGuide(fileURLToPath(new URL('.', import.meta.url)));
const host = new ExampleHost();
afterAll(() => host.end());
for (const { name, text, folder } of guide.pages) describePage(name, text, folder, host);

expectAllListed(guide);
