import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CONFIG_RULES } from '../../packages/installer/src/config/finding-codes.ts';
import { germanFindings } from '../../packages/web/page/words/german-findings.ts';
import { referencePages } from '../reference.ts';
import { details } from './details.ts';
import { allProblems, allValueErrors, problemTables } from './problem-types.ts';
import { allRules, retiredCodes, ruleTables } from './rule-tables.ts';

const top = fileURLToPath(new URL('../../', import.meta.url));
const pages = await referencePages();

/** Library files of a package, excluding tests and tables. */
function sourcesOf(name: string): string {
  return globSync(`packages/${name}/src/**/*.ts`, { cwd: top })
    .filter((file) => !/\.test\.ts$|finding-codes\.ts$/.test(file))
    .map((file) => readFileSync(top + file, 'utf8'))
    .join('\n');
}

it.each(Object.entries(pages).map(([path, content]) => ({ page: basename(path), path, content })))(
  'the generated page $page is up to date',
  ({ path, content }) => {
    expect(readFileSync(path, 'utf8'), 'run npm run reference').toBe(content);
  },
);

it('all rules have different codes, none of which is retired', () => {
  const codes = [...allRules().map(({ code }) => code), ...retiredCodes];
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  expect(codes.filter((code) => !/^W[1-3]\d{3}$/.test(code))).toEqual([]);
});

it('rules with the same name in different packages have different fixes', () => {
  const page = Object.entries(pages).find(([path]) => basename(path) === 'findings.md')![1];
  const entryOf = (code: string): string => page.slice(page.indexOf(`### ${code} `)).split('\n### ')[0]!;
  expect(entryOf('W1009')).toContain('- What to do: Put all keys into one object.');
  expect(entryOf('W3404')).toContain('second-object');
  expect(entryOf('W3404')).not.toContain('What to do');
});

it('the reference includes every table of rules', () => {
  const declaring = globSync('packages/*/src/**/*.ts', { cwd: top }).filter(
    (file) =>
      !file.startsWith('packages/diagnostics/') && readFileSync(top + file, 'utf8').includes('defineRules('),
  );
  expect(declaring.toSorted()).toEqual(
    ruleTables.map((table) => `packages/${table.package}/${table.file}`).toSorted(),
  );
});

it('codes appear only in the tables', () => {
  const packages = [...new Set(globSync('packages/*/src', { cwd: top }).map((path) => path.split('/')[1]!))];
  expect(packages.filter((name) => /'W\d{4}'/.test(sourcesOf(name)))).toEqual([]);
});

it('every rule is reported by some code', () => {
  const sources = new Map<string, string>();
  const unused = allRules().filter((rule) => {
    const users = rule.package === 'source' ? ['source', 'controllers'] : [rule.package];
    return !users.some((name) => {
      if (!sources.has(name)) sources.set(name, sourcesOf(name));
      const source = sources.get(name)!;
      return source.includes(`'${rule.name}'`) || source.includes(`RULES.${rule.name}`);
    });
  });
  expect(unused.map(({ code, name }) => `${code} ${name}`)).toEqual([]);
});

it('every title is a single, unique sentence', () => {
  const titles = allRules().map(({ title }) => title);
  expect(titles.filter((title) => !/^[A-Z`].*[^.]\.$/.test(title) || title.includes('. '))).toEqual([]);
});

it('details complete the titles of existing rules', () => {
  const page = pages[`${top}docs/reference/findings.md`]!;
  const rules = allRules();
  for (const [code, text] of Object.entries(details)) {
    expect(page).toContain(`${rules.find((rule) => rule.code === code)?.title} ${text}\n`);
  }
  expect(Object.values(details).filter((text) => !/^[A-Z`].*[^.]\.$/.test(text))).toEqual([]);
});

it('every rule about configurations has a German title on the page', () => {
  const codes = Object.values(CONFIG_RULES).map(({ code }) => code);
  expect(Object.keys(germanFindings).toSorted()).toEqual(codes.toSorted());
  const titles = Object.values(germanFindings);
  expect(titles.filter((title) => !/^[A-ZÄÖÜ!].*[^.]\.$/.test(title) || title.includes('. '))).toEqual([]);
  expect(new Set(titles).size).toBe(titles.length);
});

it('every rule and every problem type has exactly one anchor', () => {
  const page = pages[`${top}docs/reference/findings.md`]!;
  const anchors = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  );
  expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([]);
  expect(allRules().filter(({ anchor }) => !anchors.includes(anchor))).toEqual([]);
  expect(anchors).toContain('method-not-allowed');
});

describe('response codes', () => {
  const answering = ['http', 'annotations', 'controllers', 'service', 'web', 'cli'];
  const sources = answering
    .flatMap((name) => globSync(`packages/${name}/src/**/*.ts`, { cwd: top }))
    .filter((file) => !/\.test\.ts$|\/(?:testing|fixtures)\//.test(file) && !problemTables.includes(file))
    .map((file) => readFileSync(top + file, 'utf8'))
    .join('\n');
  const codes = [...allProblems(), ...allValueErrors()].map(({ code }) => code);
  /** Codes of messages between subscribers, which are not sent to clients. */
  const ofTheEventBus = new Set(['no-subscriber', 'timeout', 'closed']);

  it('are different in all tables', () => {
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  it('are in a table if they are used', () => {
    // The compiler already checks that the codes of problems and failures are in their tables.
    const written = [...sources.matchAll(/(?:\bcode: |\bcode = |HttpError\(\s*)'([a-z][a-z-]+)'/g)].map(
      ([, code]) => code!,
    );
    const distinct = [...new Set(written)].filter((code) => !ofTheEventBus.has(code));
    expect(distinct.length).toBeGreaterThan(15);
    expect(distinct.filter((code) => !codes.includes(code))).toEqual([]);
  });

  it('are used by some code, or may be thrown by applications', () => {
    const forApplications = new Set(['conflict', 'not-implemented', 'unprocessable-content']);
    const unused = codes.filter((code) => !sources.includes(`'${code}'`));
    expect(unused.filter((code) => !forApplications.has(code))).toEqual([]);
  });

  it("are created only through the service's table", () => {
    const files = globSync('packages/service/src/**/*.ts', { cwd: top }).filter(
      (file) => !file.endsWith('.test.ts') && !problemTables.includes(file),
    );
    const creators = files.filter((file) =>
      /HttpError\([^,)]+, \{[^}]*\bcode\b/s.test(readFileSync(top + file, 'utf8')),
    );
    expect(creators).toEqual([]);
  });
});
