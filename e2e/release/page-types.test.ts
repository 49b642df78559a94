/** Type-checks the files on the pages of the guides and the tutorial: one run of the compiler for each configuration. */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runShared } from '../../packages/cli/test/shared-command.ts';
import { parseBlocks, parseCommands } from '../../scripts/docs/blocks.ts';
import { writeFiles } from '../../scripts/docs/page.ts';
import { runNode } from '../../scripts/docs/start.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const docs = at('../../docs/');
// The folder is inside the workspace, where the packages can be resolved, but outside node_modules, like a user's files.
mkdirSync(at('../../.cache'), { recursive: true });
const folder = mkdtempSync(at('../../.cache/types-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Pages with TypeScript that belongs to no file. */
const fragments = new Set<string>();
/** Commands on the pages that write modules, each with the folder of its page. */
const builds: (readonly [folder: string, argv: readonly string[]])[] = [];
for (const name of globSync('{guide,tutorial}/**/*.md', { cwd: docs })) {
  const text = readFileSync(join(docs, name), 'utf8');
  const blocks = parseBlocks(text).filter(({ language }) => language === 'ts');
  if (blocks.some(({ file }) => file === '')) fragments.add(name);
  else if (blocks.length > 0) {
    const page = join(folder, name.replace('.md', ''));
    mkdirSync(page, { recursive: true });
    writeFiles(text, page);
    for (const { line } of parseBlocks(text).flatMap(parseCommands))
      if (line.startsWith('npx writ build ')) builds.push([page, line.split(' ').slice(2)]);
  }
}

beforeAll(async () => {
  for (const [page, argv] of builds) expect(await runShared(page, argv)).toMatchObject({ status: 0 });
}, 240_000);

it('all pages except two contain only TypeScript that belongs to a file', () => {
  expect([...fragments].toSorted()).toEqual(['guide/openapi.md', 'guide/transports.md']);
});

it.each([
  ['the workspace', '', at('../../tsconfig.json'), { declaration: false, isolatedDeclarations: false }],
  [
    'the page about deployment',
    'guide/annotations',
    join(folder, 'guide/annotations/deployment/tsconfig.json'),
    { noEmit: true },
  ],
])(
  'all files pass the type check with the tsconfig.json of %s',
  { timeout: 240_000 },
  async (_whose, below, shown, compilerOptions) => {
    const config = {
      extends: shown,
      compilerOptions,
      include: [join(folder, below, '**/*.ts')],
      // Files that demonstrate type errors.
      exclude: ['**/wrong*.ts'],
    };
    const file = join(folder, 'types.json');
    writeFileSync(file, JSON.stringify(config));
    const tsc = at('../../node_modules/typescript/bin/tsc');
    expect(await runNode([tsc, '--singleThreaded', '-p', file], folder)).toEqual({ code: 0, text: '' });
  },
);
