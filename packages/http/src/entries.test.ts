import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';

const source = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

/** The entries that consist of a single module. */
const MODULES = [
  './jobs/jobs.ts',
  './policies/compression/compression.ts',
  './policies/connect/connect.ts',
  './policies/cookies.ts',
  './policies/decompression/decompression.ts',
  './policies/early-hints.ts',
  './policies/etag.ts',
  './policies/idempotency/idempotency.ts',
  './policies/response-cache/response-cache.ts',
  './policies/security-headers.ts',
];

/** Maps each name that an entry exports to the module that declares it. */
function exportsOf(entry: string): Map<string, string> {
  const { module } = parseSync(entry, source(entry));
  const entries = module.staticExports.flatMap((statement) => statement.entries);
  return new Map(
    entries.map(({ exportName, moduleRequest }) => [
      exportName.name!,
      moduleRequest?.value ?? `./${basename(entry)}`,
    ]),
  );
}

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

it.each([
  './openapi/index.ts',
  './telemetry/index.ts',
  './telemetry/opentelemetry/index.ts',
  './policies/sessions/index.ts',
  './websocket/index.ts',
  ...MODULES,
])('%s exports at most 25 names', (entry) => {
  const { size } = exportsOf(entry);
  expect(size).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(25);
});

it.each([
  './index.ts',
  './telemetry/index.ts',
  './telemetry/opentelemetry/index.ts',
  './policies/sessions/index.ts',
  './websocket/index.ts',
  ...MODULES,
])('each export of %s has a docstring', (entry) => {
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  const without = [...exportsOf(entry)].filter(([name, module]) => !hasDocstring(name, folder + module));
  expect(without).toEqual([]);
});

it('the reference page lists exactly the exports of @writ/http and of its entry points that the page covers', () => {
  const page = source('../../../docs/reference/http.md');
  const listed = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  const exported = ['./index.ts', './policies/sessions/index.ts', './websocket/index.ts', ...MODULES].flatMap(
    (file) => [...exportsOf(file).keys()],
  );
  expect(listed.toSorted()).toEqual(exported.toSorted());
});
