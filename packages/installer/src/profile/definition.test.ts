import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { profiles } from '../data/profiles.ts';
import { readDefinition } from './definition.ts';
import schema from './schema.json' with { type: 'json' };

const ajv = new Ajv2020({ strict: true, allErrors: true });
const matchesSchema = ajv.compile(schema);

const rulesOf = (text: string): (string | undefined)[] =>
  readDefinition('mine.json', text).findings.map(({ rule }) => rule);

it('readDefinition reads all keys', () => {
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
  expect(matchesSchema(written)).toBe(true);
  const { $schema: _schema, name: _name, ...definition } = written;
  expect(readDefinition('mine.json', JSON.stringify(written))).toMatchObject({ definition, findings: [] });
});

it('a definition without the key main is a custom profile without base packages', () => {
  expect(readDefinition('mine.json', '{"packages": []}').definition).toEqual({
    main: 'custom',
    packages: [],
  });
});

it.each(Object.entries(profiles))("Writ's profile %s is a valid definition", (_name, definition) => {
  expect(matchesSchema(definition), JSON.stringify(matchesSchema.errors)).toBe(true);
  expect(readDefinition('shipped.json', JSON.stringify(definition)).definition).toEqual(definition);
});

describe('a faulty definition', () => {
  const cases: readonly [what: string, value: unknown, rules: readonly string[]][] = [
    ['an empty object', {}, ['missing-key']],
    ['packages that are a string', { packages: 'git' }, ['wrong-type']],
    ['several names in one entry', { packages: ['git tree'] }, ['not-allowed']],
    ['an option instead of a name', { packages: ['--force'] }, ['not-allowed']],
    ['an empty name', { packages: [''] }, ['not-allowed']],
    ['numbers, and a null', { packages: [1], services: null }, ['wrong-type', 'wrong-type']],
    ['an unknown main profile', { packages: [], main: 'desktops' }, ['not-allowed']],
    ['an unknown login screen', { packages: [], default_greeter: 'ly' }, ['not-allowed']],
    ['a main profile that is a list', { packages: [], main: ['desktop'] }, ['not-allowed']],
    ['a name that is a number', { packages: [], name: 5 }, ['wrong-type']],
  ];

  it.each(cases)('is rejected by the schema and by readDefinition: %s', (_what, value, rules) => {
    expect(matchesSchema(value)).toBe(false);
    expect(rulesOf(JSON.stringify(value))).toEqual(rules);
    expect(readDefinition('mine.json', JSON.stringify(value))).not.toHaveProperty('definition');
  });

  it('is reported with all findings and their locations', () => {
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

  it('is reported with the form of a name for an invalid name without spaces', () => {
    const { findings } = readDefinition('mine.json', '{"packages": ["git", "-foo", 7]}');
    expect(findings).toMatchObject([
      {
        rule: 'not-allowed',
        message: '"-foo" in packages is not a valid name',
        expected: 'a name, such as "openssh"',
      },
      { rule: 'wrong-type', expected: 'a list of names, such as ["openssh", "git"]' },
    ]);
  });

  it('leads to the same syntax errors as a configuration', () => {
    expect(rulesOf('{"packages": ["git",]}')).toEqual(['trailing-comma']);
    expect(rulesOf('["git"]')).toEqual(['not-an-object']);
    expect(rulesOf('')).toEqual(['empty-file']);
  });

  it('is still read if its only fault is an unknown key', () => {
    expect(readDefinition('mine.json', '{"packages": ["git"], "note": 1}').definition).toEqual({
      main: 'custom',
      packages: ['git'],
    });
  });
});
