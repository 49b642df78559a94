/**
 * Lists banned words and phrases in code, comments, messages, test titles and pages, with replacements
 * (scripts/language/banned.json). Exits with status 1 if there are any.
 */
import { globSync, readFileSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderText, SourceText } from '@writ/diagnostics';
import { checkLanguage, type Banned } from './language/check.ts';
import json from './language/banned.json' with { type: 'json' };

const root = resolve(fileURLToPath(import.meta.url), '../..');
const sources = new Map<string, SourceText>();
for (const found of globSync(
  [
    '{packages,tools,examples,bench}/**/*.{ts,js,css,html,md}',
    '{docs,e2e,scripts,site}/**/*.{ts,cjs,sh,md}',
    '*.md',
    '{run,test}',
  ],
  { cwd: root, exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**'] },
).toSorted()) {
  const file = found.replaceAll(sep, '/');
  sources.set(file, new SourceText(file, readFileSync(resolve(root, file), 'utf8')));
}
const banned: Banned = json;
const findings = [...sources].flatMap(([file, source]) => checkLanguage(file, source, banned));
process.stdout.write(
  renderText(findings, { source: (file) => sources.get(file), color: process.stdout.isTTY }),
);
if (findings.length > 0) process.exitCode = 1;
