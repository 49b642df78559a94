import { inspect } from 'node:util';
import { renderText, Secret } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { splitChecked, splitConfiguration } from '../config/split.ts';
import { minimalConfig } from '../config/testing.ts';
import { checkTemplate } from './check-template.ts';
import { checkRows, summarizeFindings, templateOf } from './testing.ts';

const network = (ip: string): object => ({
  type: 'manual',
  nics: [{ iface: 'enp1s0', dhcp: false, ip, gateway: '10.0.0.1' }],
});

describe('the findings of the rows', () => {
  const template = templateOf(
    { hostname: '{{hostname}}', network_config: network('{{address}}') },
    'hostname',
    'address',
  );

  it('are located in the template, and name the row and its line in the table', () => {
    const table = 'hostname,address\na,10.0.0.2/24\nb,10.0.1.2/24\n';
    expect(checkRows(template, table).findings).toMatchObject([
      {
        code: 'W1214',
        file: 'web.json',
        pointer: '/configuration/network_config/nics/0/gateway',
        range: { start: { line: 27 } },
        message: expect.stringContaining('"10.0.1.2/24"'),
        rows: [2],
        related: [{ file: 'hosts', range: { start: { line: 3 } }, message: 'in row 2' }],
      },
    ]);
  });

  it('are listed once if they are equal', () => {
    const faulty = { ...template, configuration: { ...template.configuration, kernels: ['linuxx'] } };
    const rows = ['a', 'b', 'c'].map((hostname, index) => ({
      hostname,
      address: `10.0.${index === 2 ? 1 : 0}.${index + 2}/24`,
    }));
    const { findings } = checkRows(faulty, rows);
    expect(findings.map(({ code, rows: of, related }) => [code, of, related?.at(-1)?.message])).toEqual([
      ['W1101', [1, 2, 3], 'in all 3 rows'],
      ['W1214', [3], 'in row 3'],
    ]);
  });

  it('contain no correction that would replace a variable, but all others', () => {
    const { configuration } = templateOf({
      'keyboard-language': '{{note}}',
      bootloader: 'grub',
      kernels: undefined,
    });
    const checked = checkRows({ variables: { note: { type: 'text' } }, configuration }, [{ note: 'uss' }]);
    expect(checked.findings.map(({ code, replacement }) => [code, replacement?.text])).toEqual([
      ['W1103', '["linux"]'],
      ['W1101', '"grub-install"'],
      ['W1207', undefined],
    ]);
    expect(checked.findings[0]?.replacement?.pointer).toBe('/configuration/kernels');
  });

  it('do not suggest the conversion of a template', () => {
    const { findings } = checkRows(templateOf({ 'mirror-region': undefined, mirror_config: {} }), [{}]);
    const found = findings.find(({ rule }) => rule === 'legacy-key');
    expect(found?.hint).toBe('convert the configuration before you turn it into a template');
    expect(JSON.stringify(found?.phrases ?? {})).not.toContain('writ convert');
  });

  it('are warnings as errors with strict', () => {
    const template2 = templateOf({ packages: ['git', 'git'] });
    expect(checkRows(template2, [{}])).toMatchObject({
      findings: [{ severity: 'warning' }],
      rows: [{ valid: true }],
    });
    expect(checkRows(template2, [{}], { strict: true })).toMatchObject({
      findings: [{ severity: 'error' }],
      rows: [{ valid: false }],
    });
  });

  it('include language and encoding with advanced', () => {
    const template2 = templateOf({ 'sys-language': 'xx_XX' });
    expect(checkRows(template2, [{}]).rows[0]?.valid).toBe(true);
    expect(checkRows(template2, [{}], { advanced: true }).rows[0]?.valid).toBe(false);
  });

  it('are at most 1,000', () => {
    const rows = Array.from({ length: 1000 }, (_, index) => ({
      hostname: `a${index}`,
      address: `10.1.${index % 250}.${index % 99}/24`,
    }));
    const configuration = { ...template.configuration, packages: ['git', 'git'] };
    const { findings } = checkRows({ ...template, configuration }, rows);
    expect(findings).toHaveLength(1001);
    expect(findings.at(-1)?.code).toBe('W1033');
  });
});

it('a long template is not checked with many rows', () => {
  const rows = Array.from({ length: 100 }, () => ({}));
  const { findings } = checkRows(templateOf({ 'x-note': 'x'.repeat(200_000) }), rows);
  expect(summarizeFindings({ findings })).toEqual([
    expect.stringMatching(/^W2407 hosts:1: the table has 100 rows, but at most 41 are allowed/),
  ]);
});

describe('a row', () => {
  it('has the same configuration as if its values were written there', () => {
    const template = templateOf(
      {
        hostname: '{{hostname}}',
        kernels: ['{{kernel}}'],
        network_config: network('{{address}}'),
        packages: ['git'],
        '!root-password': '{{!password}}',
        '!users': { username: 'ada', '!password': 'of-{{!password}}', sudo: true },
      },
      'hostname',
      'kernel',
      'address',
      '!password',
    );
    const written = {
      ...minimalConfig,
      hostname: 'a.example',
      kernels: ['linux-lts'],
      network_config: network('10.0.0.2/24'),
      packages: ['git'],
      '!root-password': '$& {{hostname}} \\"',
      '!users': { username: 'ada', '!password': 'of-$& {{hostname}} \\"', sudo: true },
    };
    const { rows } = checkRows(template, [
      {
        hostname: 'a.example',
        kernel: 'linux-lts',
        address: '10.0.0.2/24',
        '!password': '$& {{hostname}} \\"',
      },
    ]);
    const expected = splitConfiguration({ file: 'a.json', text: JSON.stringify(written) })!;
    const actual = splitChecked(rows[0]!.check!)!;
    expect(JSON.parse(actual.config)).toEqual(JSON.parse(expected.config));
    const reveal = ({ secrets }: typeof actual): unknown =>
      secrets.map(({ name, value }) => [name, value?.reveal()]);
    expect(reveal(actual)).toEqual(reveal(expected));
    expect(reveal(actual)).toContainEqual(['root', '$& {{hostname}} \\"']);
  });

  it('with a faulty cell has no configuration, whereas others have', () => {
    const { rows } = checkRows(templateOf({ hostname: '{{hostname}}' }, 'hostname'), 'hostname\na\nb_c\nd\n');
    expect(rows.map(({ number, line, valid, check }) => [number, line, valid, check !== undefined])).toEqual([
      [1, 2, true, true],
      [2, 3, false, false],
      [3, 4, true, true],
    ]);
  });

  it('is not checked if the template has errors', () => {
    const { rows, review } = checkRows(templateOf({ 'x-{{hostname}}': 1 }, 'hostname'), [{ hostname: 'a' }]);
    expect(rows).toMatchObject([{ number: 1, valid: false }]);
    expect(rows[0]).not.toHaveProperty('check');
    expect(review).toBeUndefined();
  });
});

describe('the secrets of a table', () => {
  const secret = 'c4n4ry-c4n4ry';
  const template = templateOf(
    {
      bootloader: 'grub',
      '!root-password': '{{!password}}',
      'custom-commands': [`echo root:${secret} | chpasswd`],
      packages: [secret],
    },
    '!password',
  );

  it.each<[string, string]>([
    ['of a valid table', `!password\n${secret}\n`],
    ['of a table with a superfluous column', `!password,x\n${secret},${secret}\n`],
    ['of a row with too many cells', `!password\n${secret},${secret}\n`],
    ['of a table without a header line', `${secret}\n${secret}\n`],
    ['with a control character', `!password\n"${secret}\t${secret}"\n`],
    ['with an open quote', `!password\n"${secret}\n`],
    ['as JSON with a syntax error', `[{"!password": "${secret}" "x"}]`],
    ['as the name of a column', `[{"${secret}": 1}]`],
  ])('%s are not printed', (_case, table) => {
    const checked = checkRows(template, table);
    const { findings, sources, rows, review } = checked;
    expect(findings.length).toBeGreaterThan(0);
    const output = [
      renderText(
        findings.filter(({ file }) => file !== 'web.json'),
        { source: (file) => sources.find(({ name }) => name === file) },
      ),
      JSON.stringify(findings),
      JSON.stringify(rows.map(({ values }) => values)),
      inspect(rows.map(({ values }) => values)),
      JSON.stringify(review?.differing ?? []),
    ];
    expect(output.filter((text) => text.includes('c4n4ry'))).toEqual([]);
  });

  it('are masked in findings about other values that contain them', () => {
    const { findings } = checkRows(
      templateOf({ kernels: [secret], '!root-password': '{{!password}}' }, '!password'),
      `!password\n${secret}\n`,
    );
    expect(findings).toMatchObject([{ code: 'W1101', message: expect.stringContaining('••••••••') }]);
    expect(JSON.stringify(findings)).not.toContain('c4n4ry');
  });

  it('are instances of Secret', () => {
    const { rows } = checkRows(template, `!password\n${secret}\n`);
    const value = rows[0]?.values['!password'];
    expect(value).toBeInstanceOf(Secret);
    expect((value as Secret).reveal()).toBe(secret);
  });
});

it('any bytes are accepted as a template and as a table', () => {
  for (const bytes of [new Uint8Array(), Uint8Array.from([0xff, 0xfe, 0]), new Uint8Array(2 ** 20 + 1)]) {
    const file = { file: 'a', text: bytes };
    expect(checkTemplate({ template: file, table: file }).findings.length).toBeGreaterThan(0);
  }
});

it('a table without columns is checked with a template without variables', () => {
  expect(summarizeFindings(checkRows(templateOf({}), [{}, {}]))).toEqual([]);
});

it('the characters of all configurations are limited, with the values of each row', () => {
  const template = templateOf({ hostname: '{{hostname}}', 'x-note': '{{note}}'.repeat(1_000) }, 'hostname');
  const declared = { ...template, variables: { ...template.variables, note: { type: 'text' } } };
  const short = checkRows(declared, JSON.stringify([{ hostname: 'a', note: 'x'.repeat(1_000) }]));
  expect(short.rows.map(({ valid }) => valid)).toEqual([true]);
  const many = Array.from({ length: 9 }, (_, index) => ({ hostname: `h${index}`, note: 'x'.repeat(1_000) }));
  const { rows: checked, findings } = checkRows(declared, JSON.stringify(many));
  expect(checked.filter(({ check }) => check !== undefined)).toHaveLength(8);
  expect(summarizeFindings({ findings }).join('\n')).toMatch(
    /W2407 .*with the values of row 9, the configurations have more than 8,388,608 characters/,
  );
});
