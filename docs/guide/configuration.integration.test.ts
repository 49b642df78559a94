/** Runs the page's example, and compares its output with the page. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { describePage, writeFiles } from '../../scripts/docs/page.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const page = readFileSync(at('configuration.md'), 'utf8');
// The folder is inside the workspace, where the packages can be resolved.
mkdirSync(at('../../.cache'), { recursive: true });
const folder = mkdtempSync(at('../../.cache/configuration-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const files = join(folder, 'page');
writeFiles(page, files);

describePage('configuration.md', page, files);
