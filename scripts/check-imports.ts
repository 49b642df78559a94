/**
 * Checks the directions of imports between packages and between the floors of a package, that imports form no rings,
 * and that unit tests import nothing that starts processes or threads. Prints each violation with its location and a
 * hint. Exits with status 1 if there are violations.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderText, SourceText } from '@writ/diagnostics';
import { checkImports } from './imports/check.ts';
import { tables } from './imports/tables.ts';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const sources = new Map<string, SourceText>();
for (const found of globSync(
  [
    '{packages,tools}/*/{src,bin,editor,page,test,scripts}/**/*.{ts,tsx,js}',
    '{docs,examples,scripts,site}/**/*.ts',
  ],
  { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] },
).toSorted()) {
  const file = found.replaceAll(sep, '/');
  sources.set(file, new SourceText(file, readFileSync(resolve(root, file), 'utf8')));
}
const findings = checkImports(sources, tables);
process.stdout.write(
  renderText(findings, { source: (file) => sources.get(file), color: process.stdout.isTTY }),
);
if (findings.length > 0) process.exitCode = 1;
