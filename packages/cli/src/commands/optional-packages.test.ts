import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readImports, type Import } from '../../../../scripts/imports/read-imports.ts';
import { allCommands } from './all-commands.ts';
import { optionalPackages } from './optional-packages.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const own = relative(root, fileURLToPath(new URL('..', import.meta.url)));
const { peerDependencies, peerDependenciesMeta } = JSON.parse(
  readFileSync(join(root, 'packages/cli/package.json'), 'utf8'),
) as {
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
};

const valueImports = (file: string): readonly Import[] =>
  readImports(file, readFileSync(join(root, file), 'utf8')).filter(({ isType }) => !isType);

/** The optional packages that a module and its imports load, including those that they load later. */
function packagesOf(module: string): readonly string[] {
  const files = new Set([module]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const { to, specifier } of valueImports(file)) {
      if (to !== undefined && to.endsWith('.ts')) files.add(to);
      const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
      if (to === undefined && peerDependencies[name] !== undefined) packages.add(name);
    }
  }
  return [...packages].toSorted();
}

/** The modules that a command imports for its declaration and its implementation. */
const modules = ['installer-commands.ts', 'server-commands.ts'].flatMap((file) => {
  const text = readFileSync(join(root, own, 'commands', file), 'utf8');
  const entries = text.matchAll(
    /^ {2}'?([\w-]+)'?: \{\n.*import\('\.\.\/(.*?)'\).*\n.*import\('\.\.\/(.*?)'\)/gm,
  );
  return [...entries].map(([, name = '', declaration = '', run = '']) => ({ name, declaration, run }));
});

it('all commands are examined', () => {
  expect(modules.map(({ name }) => name).toSorted()).toEqual(Object.keys(allCommands.commands).toSorted());
});

it.each(modules)('writ $name lists the optional packages that it imports', ({ name, declaration, run }) => {
  expect(packagesOf(join(own, run))).toEqual((optionalPackages[name] ?? []).toSorted());
  expect(packagesOf(join(own, declaration))).toEqual([]);
});

it('the server for controllers and the entry import no optional package', () => {
  expect(packagesOf(join(own, 'controllers/run.ts'))).toEqual([]);
  const entry = join(own, 'index.ts');
  const direct = [...valueImports(entry), ...valueImports(join(own, 'main.ts'))];
  expect(direct.filter(({ specifier }) => peerDependencies[specifier] !== undefined)).toEqual([]);
});

it('every optional package is an optional peer dependency', () => {
  const listed = [...new Set(Object.values(optionalPackages).flat())].toSorted();
  expect(Object.keys(peerDependencies).toSorted()).toEqual(listed);
  expect(Object.keys(peerDependenciesMeta).toSorted()).toEqual(listed);
});
