/** Runs what the pages show, a page in a folder of its own: files are taken out of it, commands started, outputs compared. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { checkConfiguration } from '../../../packages/installer/src/config/check.ts';
import { legacyKeys } from '../../../packages/installer/src/config/legacy-keys.ts';
import { schemaKeys, configSchema } from '../../../packages/installer/src/config/schema-view.ts';
import { parseBlocks } from '../../../scripts/docs/blocks.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const text = (name: string): string => readFileSync(at(name), 'utf8');
const writ = at('../../../packages/cli/bin/writ.js');
const folder = mkdtempSync(join(tmpdir(), 'writ-guide-'));
// Some pages plan for recorded machines.
cpSync(at('../../../packages/installer/fixtures/machines'), folder, { recursive: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The output of a line; `# 1` after it is the expected exit status. */
function run(line: string): string {
  const [, command = '', output, status = '0'] = /^writ (.*?)(?: > (\S+))?(?: # (\d))?$/.exec(line) ?? [];
  const ended = spawnSync(process.execPath, [writ, ...command.split(' ')], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect([line, ended.status, ended.stderr]).toEqual([line, Number(status), ended.stderr]);
  if (output !== undefined) writeFileSync(join(folder, output), ended.stdout);
  return ended.stdout + ended.stderr;
}

/** Runs those pages whose commands take root and a mirror: their blocks of `console`. */
const withRoot = readFileSync(at('../../../e2e/guide.test.ts'), 'utf8');

/** Every page that shows something, but those with a test of their own. */
const ownTests = new Set(['convert.md', 'keys.md', 'own-profile.md', 'targets.md']);
const pages = readdirSync(at('.')).filter(
  (name) => name.endsWith('.md') && !ownTests.has(name) && parseBlocks(text(name)).length > 0,
);

describe.each(pages)('%s', (page) => {
  it('shows what happens', () => {
    let printed = '';
    for (const { language, file, text: content } of parseBlocks(text(page))) {
      if (file !== '') writeFileSync(join(folder, file), content);
      else if (language === 'sh') printed = content.trim().split('\n').map(run).join('');
      else if (language === 'text')
        for (const line of content.trimEnd().split('\n')) expect(printed.split('\n')).toContain(line);
      else if (language === 'console') expect(withRoot).toContain(`'guide/installer/${page}'`);
      else throw new Error(`${page} has a block of ${language} that nothing runs`);
    }
  });
});

it.each(parseBlocks(text('keys.md')).map((block) => [block.text] as const))(
  'keys.md: the check has nothing to say of %s',
  (content) => {
    const least = {
      bootloader: 'systemd-bootctl',
      kernels: ['linux'],
      'mirror-region': {},
      '!root-password': 'a password',
    };
    const config = JSON.stringify({ ...least, ...(JSON.parse(content) as object) });
    const { findings } = checkConfiguration({
      config: { file: 'example.json', text: config },
      advanced: true,
    });
    expect(findings).toEqual([]);
  },
);

it('from-archinstall.md speaks of keys that there are', () => {
  const first = text('from-archinstall.md')
    .split('\n')
    .flatMap((line) => /^\| (`.*?) +\|/.exec(line)?.[1] ?? []);
  const named = first.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  const known = new Set([...Object.keys(legacyKeys), ...schemaKeys([configSchema]).keys.keys()]);
  const values = new Set(['Systemd-boot', 'Grub', 'Efistub']);
  expect(named.filter((name) => !known.has(name) && !values.has(name))).toEqual([]);
  expect(named.length).toBeGreaterThan(40);
});

it('proven.md names tests that there are', () => {
  const tests = readdirSync(at('../../../e2e'), { recursive: true, encoding: 'utf8' });
  const there = tests.filter((name) => name.endsWith('.test.ts'));
  const named = [...text('proven.md').matchAll(/`e2e\/([\w-]+)`/g)].map(([, name = '']) => name);
  expect(
    named.filter((name) => !there.some((file) => file === `${name}.test.ts` || file.startsWith(`${name}/`))),
  ).toEqual([]);
  expect(named.length).toBeGreaterThan(10);
});

it('every link leads to a page, and to a heading of it', () => {
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

/** As GitHub makes anchors of headings. */
function headingsOf(page: string): string[] {
  return [...text(page).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
