import { renderJson, renderText } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { checkConfiguration } from './check.ts';
import { splitConfiguration } from './split.ts';
import { checkWith, minimalConfig, rulesAndPointers } from './testing.ts';

const canary = 'canary-7x';
const withCommands = (commands: object): object => ({ 'x-writ': { commands } });

describe('commands on the installing system', () => {
  it('are settings only if there is one', () => {
    const settings = (commands: object): unknown => checkWith(withCommands(commands)).settings?.hostCommands;
    expect(settings({ early: ['true'] })).toEqual({ early: ['true'], error: [] });
    expect(settings({ early: [], error: [] })).toBeUndefined();
  });

  it.each<[string, object, string[]]>([
    ['an unknown list', { late: ['true'] }, ['unknown-extension /x-writ/commands/late']],
    ['a command instead of a list', { early: 'true' }, ['wrong-type /x-writ/commands/early']],
    ['a null character', { error: ['a\u0000b'] }, ['command /x-writ/commands/error/0']],
    ['a line break', { early: ['a\nb'] }, []],
    ['a bell', { early: ['a\u0007b'] }, ['unprintable /x-writ/commands/early/0']],
    ['a placeholder', { early: ['mount <DISK-NAME>'] }, ['placeholder /x-writ/commands/early/0']],
    ['brackets of the shell', { early: ['test "${a}" = {{b}}'] }, []],
    [
      'a password',
      { error: [`echo root:${canary} | chpasswd`] },
      ['secret-in-command /x-writ/commands/error/0'],
    ],
  ])('are checked like custom commands: %s', (_what, commands, expected) => {
    const checked = checkWith(withCommands(commands));
    expect(rulesAndPointers(checked).toSorted()).toEqual(expected.toSorted());
    const source = (file: string) => checked.sources.find(({ name }) => name === file);
    expect(
      renderText(checked.findings, { source }) + renderJson('test.json', checked.findings),
    ).not.toContain(canary);
  });

  it('may be secrets of the credentials, which are checked', () => {
    const change = withCommands({ early: [{ $secret: 'a' }], error: [{ $secret: 'b' }] });
    const creds = { file: 'creds.json', text: JSON.stringify({ a: 'x\u0000' }) };
    expect(rulesAndPointers(checkWith(change, { creds }))).toEqual([
      'wrong-secret /x-writ/commands/early/0/$secret',
      'secret-not-found /x-writ/commands/error/0/$secret',
    ]);
  });

  it('are separated from their secrets', () => {
    const commands = { early: ['true', `mysql -p${canary}`], error: [{ $secret: 'report' }] };
    const config = { file: 'c.json', text: JSON.stringify({ ...minimalConfig, ...withCommands(commands) }) };
    const redacted = checkConfiguration({ config }).redacted?.();
    expect(redacted).toMatchObject({
      'x-writ': {
        commands: { early: ['true', { $secret: 'early command 2' }], error: [{ $secret: 'report' }] },
      },
    });
    const { secrets = [] } = splitConfiguration(config) ?? {};
    expect(
      secrets.filter(({ kind }) => kind === 'command').map(({ name, value }) => [name, value?.reveal()]),
    ).toEqual([
      ['early command 2', `mysql -p${canary}`],
      ['report', undefined],
    ]);
  });
});
