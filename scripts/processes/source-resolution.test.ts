import { createRequire } from 'node:module';
import { expect, it } from 'vitest';

interface Resolved {
  readonly url: string;
  readonly format?: string;
  readonly shortCircuit?: boolean;
}
type Resolve = (
  specifier: string,
  context: { readonly parentURL?: string },
  next: (specifier: string) => Resolved,
) => Resolved;

const { createResolve } = createRequire(import.meta.url)('./source-resolution.cjs') as {
  readonly createResolve: () => Resolve;
};
const at = (path: string): string => new URL(`../../${path}`, import.meta.url).href;

/** Resolves imports with one hook. Those that it leaves to the next one have the URL `next:`, and their number. */
function resolveEach(
  ...imports: readonly (readonly [specifier: string, parent: string | undefined])[]
): readonly Resolved[] {
  const resolve = createResolve();
  let count = 0;
  const next = (specifier: string): Resolved => ({ url: `next:${specifier}`, format: String((count += 1)) });
  return imports.map(([specifier, parentURL]) =>
    resolve(specifier, parentURL === undefined ? {} : { parentURL }, next),
  );
}

const main = at('packages/cli/src/main.ts');

it.each([
  ['./create.ts', 'packages/cli/src/create.ts'],
  ['../src/new/run.ts', 'packages/cli/src/new/run.ts'],
])('the import of %s by a source of a package is resolved without the next hook', (specifier, path) => {
  expect(resolveEach([specifier, main])).toEqual([
    { url: at(path), format: 'module-typescript', shortCircuit: true },
  ]);
});

it('the import of a package is resolved once for all sources', () => {
  const resolved = { url: 'next:@writ/http', format: '1', shortCircuit: true };
  expect(resolveEach(['@writ/http', main], ['@writ/http', at('packages/source/src/index.ts')])).toEqual([
    resolved,
    resolved,
  ]);
});

it.each([
  ['the main module', './main.ts', undefined],
  ["a user's module", './notes.ts', 'file:///home/ada/app.ts'],
  ["a user's import of a package", '@writ/http', 'file:///home/ada/app.ts'],
  ['a dependency', 'commander', main],
  ['a built-in module', 'node:fs', main],
  ['a data file', '../package.json', main],
  ['a file next to the sources', './project.ts', at('packages/cli/test/shared-command.ts')],
  ['an installed dependency', './index.ts', at('packages/cli/node_modules/x/src/main.ts')],
])('%s is left to the next hook', (_, specifier, parent) => {
  const [first, second] = resolveEach([specifier, parent], [specifier, parent]);
  expect([first, second]).toEqual([
    { url: `next:${specifier}`, format: '1' },
    { url: `next:${specifier}`, format: '2' },
  ]);
});
