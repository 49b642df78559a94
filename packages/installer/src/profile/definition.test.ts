import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { profiles } from '../data/profiles.ts';
import { readDefinition } from './definition.ts';
import schema from './schema.json' with { type: 'json' };

const ajv = new Ajv2020({ strict: true, allErrors: true });
const fits = ajv.compile(schema);

const rulesOf = (text: string): (string | undefined)[] =>
  readDefinition('mine.json', text).findings.map(({ rule }) => rule);

it('reads all keys of a definition', () => {
  const written = {
    $schema: './profile-schema.json',
    name: 'kiosk',
    main: 'desktop',
    packages: ['cage', 'gtk-3.0'],
    package_groups: ['fonts'],
    services: ['kiosk@tty1.service'],
    user_groups: ['video'],
    default_greeter: null,
  };
  expect(fits(written)).toBe(true);
  const { $schema: _schema, name: _name, ...definition } = written;
  expect(readDefinition('mine.json', JSON.stringify(written))).toMatchObject({ definition, findings: [] });
});

it('treats a definition without main as one without a base set', () => {
  expect(readDefinition('mine.json', '{"packages": []}').definition).toEqual({
    main: 'custom',
    packages: [],
  });
});

it.each(Object.entries(profiles))('the shipped profile %s is a valid definition', (_name, definition) => {
  expect(fits(definition), JSON.stringify(fits.errors)).toBe(true);
  expect(readDefinition('shipped.json', JSON.stringify(definition)).definition).toEqual(definition);
});

describe('a faulty definition', () => {
  const cases: readonly [what: string, value: unknown, rules: readonly string[]][] = [
    ['nothing', {}, ['missing-key']],
    ['packages that are a text', { packages: 'git' }, ['wrong-type']],
    ['several names in one entry', { packages: ['git tree'] }, ['not-allowed']],
    ['what a program would take for an option', { packages: ['--force'] }, ['not-allowed']],
    ['an empty name', { packages: [''] }, ['not-allowed']],
    ['numbers, and a null', { packages: [1], services: null }, ['wrong-type', 'wrong-type']],
    ['a kind that there is not', { packages: [], main: 'desktops' }, ['not-allowed']],
    ['a login screen that there is not', { packages: [], default_greeter: 'ly' }, ['not-allowed']],
    ['a list as a kind', { packages: [], main: ['desktop'] }, ['not-allowed']],
    ['a name that is a number', { packages: [], name: 5 }, ['wrong-type']],
  ];

  it.each(cases)('has the same findings by schema and reader: %s', (_what, value, rules) => {
    expect(fits(value)).toBe(false);
    expect(rulesOf(JSON.stringify(value))).toEqual(rules);
    expect(readDefinition('mine.json', JSON.stringify(value))).not.toHaveProperty('definition');
  });

  it('has all findings at once, with their locations', () => {
    const text = '{\n  "main": "dekstop",\n  "packages": ["git", "a b"],\n  "servces": []\n}';
    const { findings } = readDefinition('mine.json', text);
    expect(findings).toMatchObject([
      {
        rule: 'not-allowed',
        file: 'mine.json',
        range: { start: { line: 2, column: 11 } },
        hint: 'did you mean "desktop"?',
      },
      { rule: 'not-allowed', range: { start: { line: 3, column: 23 } }, expected: 'one name per entry' },
      {
        rule: 'unknown-key',
        severity: 'warning',
        range: { start: { line: 4, column: 3 } },
        hint: 'did you mean "services"?',
      },
    ]);
  });

  it('has the syntax findings of a configuration', () => {
    expect(rulesOf('{"packages": ["git",]}')).toEqual(['trailing-comma']);
    expect(rulesOf('["git"]')).toEqual(['not-an-object']);
    expect(rulesOf('')).toEqual(['empty-file']);
  });

  it('is read despite an unknown key', () => {
    expect(readDefinition('mine.json', '{"packages": ["git"], "note": 1}').definition).toEqual({
      main: 'custom',
      packages: ['git'],
    });
  });
});
