/** Runs all examples on the pages of this folder, and type-checks their files. */
import { fileURLToPath } from 'node:url';
import { describePage } from '../../../scripts/docs/page.ts';
import { expectAllListed, expectTypes, openGuide } from '../guide-pages.ts';

const guide = openGuide(fileURLToPath(new URL('.', import.meta.url)));
for (const { name, text, folder } of guide.pages) describePage(name, text, folder);

expectAllListed(guide);
expectTypes(guide);
expectTypes(guide, 'deployment/tsconfig.json');
