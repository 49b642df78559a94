import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { SourceText } from '@writ/diagnostics';
import { checkVersions } from './check-release.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

it('the sed command on the page raises the version of every dependency on a package of this repository', () => {
  const page = read('docs/contributing/release.md');
  const [, pattern, replacement, folders] = /^ +sed -i 's#(.+)#(.+)#' (\S+)$/m.exec(page)!;
  const { version } = JSON.parse(read('package.json')) as { version: string };
  // sed's basic syntax escapes the parentheses of groups.
  const expression = new RegExp(pattern!.replaceAll(/\\([()])/g, '$1').replace('0.1.0', version));
  const next = /"(\d+\.\d+\.\d+)"$/.exec(replacement!)![1]!;
  const files = globSync(folders!, { cwd: root });
  expect(files.length).toBeGreaterThan(20);
  const manifests = files.map((file) => [file, read(file)] as const);
  // Every package may become a dependency, including those whose names contain hyphens.
  const names = manifests.map(([, text]) => (JSON.parse(text) as { name: string }).name);
  const dependencies = Object.fromEntries(
    names.filter((name) => name.startsWith('@writ/')).map((name) => [name, version]),
  );
  const all = JSON.stringify({ version, dependencies }, null, 2);
  const sources = [...manifests, ['all.json', all] as const].map(([file, text]) => {
    const lines = text.split('\n').map((line) => line.replace(expression, replacement!.replace('\\1', '$1')));
    // `npm version` raises the version of the package.
    return new SourceText(file, lines.join('\n').replace(`"version": "${version}"`, `"version": "${next}"`));
  });
  expect(checkVersions(sources, next)).toEqual([]);
});
