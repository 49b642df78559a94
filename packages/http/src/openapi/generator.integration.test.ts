/** Reads the documents with openapi-typescript, a generator that is independent of Writ. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { BodyParam, optional, route, Router, Toolkit, type Type } from '../index.ts';
import { everyRoute } from '../testing/every-route.ts';
import { openapi } from './openapi.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const generator = join(root, 'scripts/client/node_modules/openapi-typescript/bin/cli.js');

function generate(router: Router): string {
  const folder = mkdtempSync(join(tmpdir(), 'writ-generator-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(openapi(router, { info: { title: 'Everything', version: '1' } })));
  const { status, stdout, stderr } = spawnSync(process.execPath, [generator, file], {
    encoding: 'utf8',
    timeout: 200_000,
  });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

// `./test --all` installs the generator.
it.runIf(existsSync(generator))('openapi-typescript accepts a document with every kind of route', () => {
  expect(generate(everyRoute())).toContain('export interface paths {');
});

it.runIf(existsSync(generator))('openapi-typescript reads recursive types, unions, sets and maps', () => {
  const tree: Type = {
    kind: 'recursive',
    name: 'Tree',
    of: {
      kind: 'object',
      fields: {
        value: { kind: 'union', of: [String, { kind: 'set', of: Number }] },
        others: optional({ kind: 'map', key: String, of: { kind: 'self', name: 'Tree' } }),
      },
    },
  };
  const router = new Router(new Toolkit()).add(
    route({ method: 'POST', path: '/', bindings: [BodyParam(tree)], handler: () => 'ok' }),
  );
  const types = generate(router).replaceAll(/\s+/g, ' ');
  expect(types).toContain(
    'Tree: { value: string | number[]; others?: { [key: string]: components["schemas"]["Tree"]; }; };',
  );
});
