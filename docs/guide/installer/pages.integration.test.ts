/** Runs the examples on the pages: writes their files, runs their commands, and compares the output. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { questions } from '../../../packages/cli/src/init/questions/all.ts';
import { checkConfiguration } from '../../../packages/installer/src/config/check.ts';
import { legacyKeys } from '../../../packages/installer/src/config/legacy-keys.ts';
import { schemaKeys, configSchema, knownKeys } from '../../../packages/installer/src/config/schema-view.ts';
import { runShared } from '../../../packages/cli/test/shared-command.ts';
import { parseBlocks } from '../../../scripts/docs/blocks.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const text = (name: string): string => readFileSync(at(name), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'writ-guide-'));
// Some pages plan for recorded machines.
cpSync(at('../../../packages/installer/fixtures/machines'), folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a line and returns its output; `# 1` at the end of the line is the expected exit status. */
async function run(line: string): Promise<string> {
  const [, command = '', output, expected = '0'] = /^writ (.*?)(?: > (\S+))?(?: # (\d))?$/.exec(line) ?? [];
  const { status, stdout, stderr } = await runShared(folder, command.split(' '));
  expect([line, status, stderr]).toEqual([line, Number(expected), stderr]);
  if (output !== undefined) writeFileSync(join(folder, output), stdout);
  return stdout + stderr;
}

/** The end-to-end test that runs `console` blocks, because their commands require root and a mirror. */
const withRoot = readFileSync(at('../../../e2e/machines/guide.test.ts'), 'utf8');

/** All pages with code blocks, except pages with a separate test. */
const ownTests = new Set(['convert.md', 'keys.md', 'own-profile.md', 'targets.md']);
const pages = readdirSync(at('.')).filter(
  (name) => name.endsWith('.md') && !ownTests.has(name) && parseBlocks(text(name)).length > 0,
);

describe.each(pages)('the page %s', (page) => {
  it('contains the actual output of its commands', async () => {
    let printed = '';
    for (const { language, file, text: content } of parseBlocks(text(page))) {
      if (file !== '') writeFileSync(join(folder, file), content);
      else if (language === 'sh') {
        printed = '';
        for (const line of content.trim().split('\n')) printed += await run(line);
      } else if (language === 'text')
        for (const line of content.trimEnd().split('\n')) expect(printed.split('\n')).toContain(line);
      else if (language === 'console') expect(withRoot).toContain(`'guide/installer/${page}'`);
      else throw new Error(`${page} has a code block of ${language}, which no test runs`);
    }
  });
});

it.each(parseBlocks(text('keys.md')).map((block) => [block.text] as const))(
  'the example of keys.md has no findings: %s',
  (content) => {
    const minimal = {
      bootloader: 'systemd-bootctl',
      kernels: ['linux'],
      'mirror-region': {},
      '!root-password': 'a password',
    };
    const config = JSON.stringify({ ...minimal, ...(JSON.parse(content) as object) });
    const { findings } = checkConfiguration({
      config: { file: 'example.json', text: config },
      advanced: true,
    });
    expect(findings).toEqual([]);
  },
);

/** Keys whose values are errors, so that no example can contain them. */
const refusedKeys = new Set(['x-writ.aur', 'x-writ.aur.packages']);

it('every key of x-writ is in an example that a command on a page runs', () => {
  const used = new Set<string>();
  const collect = (value: unknown, path: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const item of value) collect(item, path);
      return;
    }
    for (const [key, inner] of Object.entries(value)) {
      // The keys of accounts are names.
      const own = [...path, path.join('.') === 'x-writ.accounts' ? 'NAME' : key];
      used.add(own.join('.'));
      collect(inner, own);
    }
  };
  for (const page of pages) {
    const blocks = parseBlocks(text(page));
    const commands = blocks.filter(({ language }) => language === 'sh').map((block) => block.text);
    for (const { language, file, text: content } of blocks) {
      if (language !== 'json' || !commands.some((lines) => lines.includes(` ${file}`))) continue;
      const value = JSON.parse(content) as { readonly configuration?: object };
      collect(value.configuration ?? value, []);
    }
  }
  const keys = knownKeys().map(({ path }) => path.join('.'));
  const own = keys.filter((key) => key.startsWith('x-writ') && !refusedKeys.has(key));
  expect(own.length).toBeGreaterThan(50);
  expect(own.filter((key) => !used.has(key))).toEqual([]);
});

it('from-archinstall.md lists only existing keys', () => {
  const first = text('from-archinstall.md')
    .split('\n')
    .flatMap((line) => /^\| (`.*?) +\|/.exec(line)?.[1] ?? []);
  const named = first.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  const known = new Set([...Object.keys(legacyKeys), ...schemaKeys([configSchema]).keys.keys()]);
  const values = new Set(['Systemd-boot', 'Grub', 'Efistub', 'pre_mounted_config']);
  expect(named.filter((name) => !known.has(name) && !values.has(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(40);
});

it('init.md lists all answers, and no others', () => {
  const rows = [...text('init.md').matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, id]) => id);
  expect(rows).toEqual(questions.map(({ id }) => id));
});

it('proven.md references only existing tests', () => {
  const tests = readdirSync(at('../../../e2e'), { recursive: true, encoding: 'utf8' });
  const testFiles = tests.filter((name) => name.endsWith('.test.ts'));
  const named = [...text('proven.md').matchAll(/`e2e\/([\w-]+)`/g)].map(([, name = '']) => name);
  expect(
    named.filter(
      (name) => !testFiles.some((file) => file === `${name}.test.ts` || file.startsWith(`${name}/`)),
    ),
  ).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
});

it('every link leads to an existing page and heading', () => {
  for (const page of readdirSync(at('.')).filter((name) => name.endsWith('.md'))) {
    for (const [, target = ''] of text(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : path;
      expect(existsSync(at(file)), `${page}: ${target}`).toBe(true);
      if (anchor !== undefined) expect(headingsOf(file), `${page}: ${target}`).toContain(anchor);
    }
  }
});

/** The anchors of headings, as GitHub creates them. */
function headingsOf(page: string): string[] {
  return [...text(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
