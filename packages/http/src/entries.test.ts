import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';

/** Maps each name that an entry exports to its module. */
function exportsOf(entry: string): Map<string, string> {
  const { module } = parseSync(entry, source(entry));
  const entries = module.staticExports.flatMap((statement) => statement.entries);
  return new Map(entries.map(({ exportName, moduleRequest }) => [exportName.name!, moduleRequest!.value]));
}

const source = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

/** Whether the declaration of the name has a docstring. */
function hasDocstring(name: string, module: string): boolean {
  const declaration = new RegExp(
    String.raw`\*/\nexport (?:abstract )?(?:async )?(?:class|function|const|interface|type) ${name}\b`,
  );
  return declaration.test(source(module));
}

it('@writ/http exports at most 100 names and none of them twice', () => {
  const application = exportsOf('./index.ts');
  expect(application.size).toBeGreaterThan(50);
  expect(application.size).toBeLessThanOrEqual(100);
  const kernel = exportsOf('./kernel.ts');
  expect([...application.keys()].filter((name) => kernel.has(name))).toEqual([]);
});

it('each export of @writ/http has a docstring', () => {
  const without = [...exportsOf('./index.ts')].filter(([name, module]) => !hasDocstring(name, module));
  expect(without).toEqual([]);
});

it('the reference page lists exactly the exports of @writ/http', () => {
  const page = source('../../../docs/reference/http.md');
  const listed = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual([...exportsOf('./index.ts').keys()].toSorted());
});
