import { describe, expect, it } from 'vitest';
import type { CommandDeclaration } from './declaration.ts';
import { commandHelp, programHelp } from './help.ts';
import { renderUsage } from './usage.ts';

const declaration: CommandDeclaration = {
  summary: 'pack files',
  operands: [
    { name: 'ARCHIVE', required: true, description: 'where they go' },
    { name: 'FILE', repeatable: true, description: 'what is packed' },
  ],
  options: {
    exclude: { value: 'PATTERN', repeatable: true, description: 'files that are left out' },
    level: { choices: ['fast', 'small'], default: 'fast', description: 'how well' },
    owner: { value: 'NAME', short: 'o', otherwise: 'that of the file', description: 'whose they are' },
    key: { value: 'FILE', variable: 'PACK_KEY', description: 'what signs them' },
    quiet: { short: 'q', description: 'say nothing' },
  },
};

it('the help of a command lists each declared operand and option', () => {
  expect(commandHelp('pack', declaration, {})).toBe(
    `usage: writ pack ARCHIVE [FILE...] [--exclude=PATTERN]... [--level=fast|small]
       [--owner=NAME] [--key=FILE] [--quiet]

pack files

arguments:
  ARCHIVE             where they go
  FILE                what is packed

options:
  --exclude=PATTERN   files that are left out (repeatable)
  --level=fast|small  how well (default: fast)
  -o, --owner=NAME    whose they are (default: that of the file)
  --key=FILE          what signs them (variable: PACK_KEY)
  -q, --quiet         say nothing
  -h, --help          show this help
`,
  );
});

it.each([
  ['a wide terminal', { isTTY: true, columns: 200 }, 105, 120],
  ['a narrow terminal', { isTTY: true, columns: 65 }, 45, 65],
  ['a terminal of unknown width', { isTTY: true, columns: 0 }, 60, 80],
  ['an output other than a terminal', { columns: 200 }, 60, 80],
])('help wraps lines to a suitable width for %s', (_what, screen, least, most) => {
  const longest = Math.max(
    ...commandHelp('pack', declaration, screen)
      .split('\n')
      .map(({ length }) => length),
  );
  expect(longest).toBeGreaterThan(least);
  expect(longest).toBeLessThanOrEqual(most);
});

describe('usage', () => {
  const { options, operands } = declaration;

  it('begins with the alternative subjects of the command', () => {
    const subject = ['FILE', 'exclude'];
    const few = { exclude: options['exclude']!, quiet: options['quiet']! };
    expect(renderUsage('pack', { ...declaration, options: few, subject })).toBe(
      'writ pack ARCHIVE [FILE... | --exclude=PATTERN...] [--quiet]',
    );
    expect(renderUsage('', { summary: '', operands: [], options: few, subject: ['exclude'] })).toBe(
      'writ [--exclude=PATTERN]... [--quiet]',
    );
  });

  it('lists an option that excludes all others after a bar', () => {
    const alone = { list: { alone: true, description: '' }, quiet: options['quiet']! } as const;
    expect(renderUsage('pack', { summary: '', operands: operands.slice(0, 1), options: alone })).toBe(
      'writ pack ARCHIVE [--quiet] | --list',
    );
  });
});

it('the list of commands contains the summary of each command and of the default command', async () => {
  const load = (): never => {
    throw new Error('loaded');
  };
  const pack = { declare: () => Promise.resolve(declaration), load };
  const other: CommandDeclaration = {
    ...declaration,
    summary: 'watch',
    operands: [],
    subject: ['exclude'],
  };
  const table = {
    commands: { pack },
    defaultCommand: { declare: () => Promise.resolve(other), load },
    unavailable: ['send', 'fetch'],
  };
  expect(await programHelp(table, {})).toBe(
    `usage: writ COMMAND [OPERAND]... [OPTION]...
       writ [--exclude=PATTERN]... [OPTION]...

Serve typed HTTP routes and install Arch Linux.

options:
  -V, --version                print the version of writ
  -h, --help                   show this help

commands:
  writ pack                    pack files
  writ [--exclude=PATTERN]...  watch

writ COMMAND --help shows the options of a command.
Not available in this single executable: send, fetch.
`,
  );
});
