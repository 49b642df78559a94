import { describe, expect, it } from 'vitest';
import { minimalConfig } from '../config/testing.ts';
import { checkRows, summarizeFindings, templateOf, variables } from './testing.ts';

const findingsOf = (template: unknown, table: object = { hostname: 'a' }): string[] =>
  summarizeFindings(checkRows(template, [table]));

describe('a template', () => {
  it.each<[string, unknown, string]>([
    [
      'that is a configuration',
      minimalConfig,
      'W2401 : the file has neither of the keys variables and configuration, so it is not a template',
    ],
    ['without variables', { configuration: minimalConfig }, 'W2401 : the template has no key variables'],
    ['without a configuration', { variables: {} }, 'W2401 : the template has no key configuration'],
    [
      'with a list of variables',
      { variables: [], configuration: minimalConfig },
      'W2401 /variables: variables is not an object',
    ],
    [
      'with another key',
      { variables: {}, configuration: minimalConfig, hostname: 'a' },
      'W2401 /hostname: a template has only the keys variables and configuration',
    ],
  ])('%s is rejected', (_case, template, finding) => {
    expect(summarizeFindings(checkRows(template, [{}]))).toEqual([finding]);
  });

  it('with two configurations is rejected', () => {
    const text = JSON.stringify(templateOf({})).replace(/}$/, ', "configuration": {}}');
    expect(summarizeFindings(checkRows(text, [{}]))[0]).toBe(
      'W2401 /configuration: this key occurs twice in the template',
    );
  });

  it('with a syntax error is reported like a configuration', () => {
    expect(checkRows('{"variables": {},, "configuration": {}}', [{}]).findings).toMatchObject([
      { code: 'W1013', file: 'web.json', range: { start: { line: 1, column: 18 } } },
    ]);
  });

  it('may contain $schema', () => {
    expect(findingsOf({ $schema: './template.json', ...templateOf({}) }, {})).toEqual([]);
  });
});

describe('a variable', () => {
  it('that is not declared is reported with a suggestion', () => {
    const { findings } = checkRows(templateOf({ hostname: '{{hostnam}}' }, 'hostname'), [{ hostname: 'a' }]);
    expect(findings).toMatchObject([
      { code: 'W2404' },
      {
        code: 'W2403',
        pointer: '/configuration/hostname',
        range: { start: { line: 16 } },
        message: 'the variable "hostnam" is not declared',
        hint: 'did you mean {{hostname}}?',
      },
    ]);
  });

  it.each<[string, string]>([
    ['{{ hostname }}', 'the name of the variable is surrounded by spaces'],
    ['{{.Name}}', 'the double braces do not contain the name of a variable'],
    ['{{}}', 'the double braces do not contain the name of a variable'],
  ])('that is written as %s is reported', (text, message) => {
    expect(findingsOf(templateOf({ hostname: '{{hostname}}', 'x-note': text }, 'hostname'))).toEqual([
      `W2403 /configuration/x-note: ${message}`,
    ]);
  });

  it('whose name may be a part of a password is not printed', () => {
    const { findings } = checkRows(templateOf({ '!root-password': '{{canary}}' }), [{}]);
    expect(findings).toMatchObject([{ code: 'W2403', message: 'the variable is not declared' }]);
    expect(JSON.stringify(findings)).not.toContain('canary');
  });

  it('that is not used is reported', () => {
    expect(findingsOf(templateOf({}, 'hostname'))).toEqual([
      'W2404 /variables/hostname: the variable "hostname" is declared, but not used',
    ]);
  });

  it('that is not used may also be used in the target or the labels, unless it is a secret', () => {
    const hintsOf = (name: 'hostname' | '!password', value: string): unknown[] =>
      checkRows(templateOf({}, name), [{ [name]: value }]).findings.map(({ hint }) => hint);
    expect(hintsOf('hostname', 'a')).toContain(
      'write "{{hostname}}" in the configuration, the target or the labels, or "$WRIT_VAR_HOSTNAME" in a custom command; or remove the variable and its column',
    );
    expect(hintsOf('!password', 'correct-horse-1')).toContain(
      'write "{{!password}}" in the configuration; or remove the variable and its column',
    );
  });
});

describe('a variable in a forbidden place', () => {
  it.each<[string, object, string, RegExp]>([
    [
      'a command',
      { 'custom-commands': ['echo {{hostname}}'] },
      '/custom-commands/0',
      /^read the environment variable instead: "\$WRIT_VAR_HOSTNAME"$/,
    ],
    [
      'an early command',
      { 'x-writ': { commands: { early: ['echo {{hostname}}'] } } },
      '/x-writ/commands/early/0',
      /^read the environment variable instead: "\$WRIT_VAR_HOSTNAME"$/,
    ],
    [
      'the address of a profile',
      { profile: { path: '{{hostname}}.json' } },
      '/profile/path',
      /for each profile/,
    ],
    [
      'the address of a mirror',
      { 'mirror-region': { Mine: ['https://{{hostname}}/$repo/os/$arch'] } },
      '/mirror-region/Mine/0',
      /for each site/,
    ],
    [
      'a repository',
      { 'x-writ': { repositories: [{ name: '{{hostname}}', servers: ['https://a/$arch'] }] } },
      '/x-writ/repositories/0/name',
      /for each set of repositories/,
    ],
    [
      'the additional repositories',
      { 'additional-repositories': '{{hostname}}' },
      '/additional-repositories',
      /for each set of repositories/,
    ],
    ['a key', { 'x-{{hostname}}': 1 }, '/x-{{hostname}}', /the key itself/],
    [
      'the key of a region',
      { 'mirror-region': { '{{hostname}}': {} } },
      '/mirror-region/{{hostname}}',
      /the key itself/,
    ],
  ])('such as %s is reported once, with what to do instead', (_case, change, pointer, hint) => {
    expect(checkRows(templateOf(change, 'hostname'), [{ hostname: 'a' }]).findings).toMatchObject([
      { code: 'W2405', pointer: `/configuration${pointer}`, hint: expect.stringMatching(hint) },
    ]);
  });

  it('does not include the braces of a program in a command', () => {
    const commands = ["podman ps --format '{{.Names}}' '{{name}}'"];
    expect(findingsOf(templateOf({ 'custom-commands': commands }), {})).toEqual([]);
    const onHost = { 'x-writ': { commands: { error: commands } } };
    expect(findingsOf(templateOf(onHost), {})).toEqual([]);
  });
});

describe('a secret variable', () => {
  it.each<[string, object, string]>([
    ['in an ordinary value', { hostname: '{{!password}}' }, '/hostname'],
    [
      'in the name of a user',
      { '!users': [{ username: '{{!password}}', '!password': 'x' }] },
      '/!users/0/username',
    ],
    [
      'in the name of a secret',
      { '!root-password': { $secret: '{{!password}}' } },
      '/!root-password/$secret',
    ],
    ['in an unknown secret', { 'x-wifi': { psk: '{{!password}}' } }, '/x-wifi/psk'],
  ])('%s is reported', (_case, change, pointer) => {
    const { findings } = checkRows(templateOf(change, '!password'), [{ '!password': 'canary' }]);
    expect(findings).toMatchObject([{ code: 'W2406', pointer: `/configuration${pointer}` }]);
    expect(JSON.stringify(findings)).not.toContain('canary');
  });

  it('in a command, by its name or its environment variable, is reported', () => {
    for (const command of ['echo {{!password}}', 'echo $WRIT_VAR_PASSWORD']) {
      const { findings } = checkRows(templateOf({ 'custom-commands': [command] }, '!password'), [
        { '!password': 'canary' },
      ]);
      expect(findings).toMatchObject([{ hint: expect.stringContaining('{"$secret": "…"}') }]);
    }
  });

  it('is required for the value of a key that begins with an exclamation mark', () => {
    expect(findingsOf(templateOf({ '!root-password': '{{note}}' }, 'note'), { note: 'a' })).toEqual([
      'W2406 /configuration/!root-password: the value is a secret, but the variable "note" is not, so its values would be printed',
    ]);
  });

  it('is not required for the name of a secret in the credentials', () => {
    const template = templateOf({ '!root-password': { $secret: 'root-{{hostname}}' } }, 'hostname');
    const creds = { file: 'creds.json', text: '{"root-a": "canary-1"}' };
    const checked = checkRows(template, [{ hostname: 'a' }, { hostname: 'b' }], { creds });
    expect(checked.findings).toMatchObject([{ code: 'W1307', rows: [2] }]);
  });
});

describe('an environment variable in a custom command', () => {
  it('must belong to a variable', () => {
    const { findings } = checkRows(
      templateOf({ hostname: '{{hostname}}', 'custom-commands': ['echo $WRIT_VAR_HOSTNAM'] }, 'hostname'),
      [{ hostname: 'a' }],
    );
    expect(findings).toMatchObject([
      { code: 'W2403', pointer: '/configuration/custom-commands/0', hint: 'did you mean WRIT_VAR_HOSTNAME?' },
    ]);
  });

  it('has the value of the row, quoted for the shell', () => {
    const commands = ['echo "$WRIT_VAR_NOTE" "${WRIT_VAR_SIZE}"', 'true'];
    const template = templateOf({ 'custom-commands': commands }, 'note', 'size');
    const { rows, findings } = checkRows(template, [{ note: `it's $(reboot) "x"`, size: 3 }]);
    expect(findings).toEqual([]);
    expect(rows[0]?.check?.settings?.customCommands).toEqual([
      String.raw`export WRIT_VAR_NOTE='it'\''s $(reboot) "x"'` + `\nexport WRIT_VAR_SIZE='3'\n${commands[0]}`,
      'true',
    ]);
  });
});

it('a value that is only a variable has the type of the variable', () => {
  const { size } = variables;
  const configuration = {
    ...minimalConfig,
    harddrives: ['disk{{size}}.img'],
    'x-writ': { swap: { size: '{{size}}G', type: 'file' } },
    'x-size': '{{size}}',
  };
  const { review } = checkRows({ variables: { size }, configuration }, 'size\n1\n2\n');
  const values = Object.fromEntries(
    (review?.differing ?? []).map(({ pointer, values: all }) => [pointer, all[0]?.value]),
  );
  expect(values).toEqual({ '/harddrives/0': '"disk1.img"', '/x-writ/swap/size': '"1G"', '/x-size': '1' });
});
