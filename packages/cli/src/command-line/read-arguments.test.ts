import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import { allCommands } from '../commands/all-commands.ts';
import type { CommandDeclaration } from './declaration.ts';
import { readArguments } from './read-arguments.ts';
import { runCommand } from './run-command.ts';

const options = {
  target: { value: 'T', repeatable: true, description: '' },
  output: { value: 'FILE', short: 'o', description: '' },
  format: { choices: ['text', 'json'], default: 'text', description: '' },
  firmware: { choices: ['uefi', 'bios'], description: '' },
  'image-size': { value: 'SIZE', default: '8G', description: '' },
  seed: { value: 'HEX', otherwise: 'the rest', variable: 'SEED', description: '' },
  yes: { short: 'y', description: '' },
} as const;
const command: CommandDeclaration<typeof options> = { summary: '', operands: [], options };
const withFiles: CommandDeclaration<typeof options> = {
  ...command,
  operands: [{ name: 'FILE', repeatable: true, description: '' }],
};

it.each([
  [['--taget', 'x'], 'there is no option --taget; did you mean --target?'],
  [['--taget=x'], 'there is no option --taget; did you mean --target?'],
  [['--target', 'x', '--hlep'], 'there is no option --hlep; did you mean --help?'],
  [['--entirely-else'], 'there is no option --entirely-else; --help shows those there are'],
  [['--constructor'], 'there is no option --constructor; --help shows those there are'],
  [['--__proto__=x'], 'there is no option --__proto__; --help shows those there are'],
  [['--imageSize=1G'], 'there is no option --imageSize; did you mean --image-size?'],
  [['--no-yes'], 'there is no option --no-yes; --help shows those there are'],
  [['-yx'], 'there is no option -x; --help shows those there are'],
  [['-1'], 'there is no option -1; --help shows those there are'],
  [['--yes=no'], '--yes takes no value, and not "no"'],
  [['--yes='], '--yes takes no value, and not ""'],
  [['--target'], '--target needs a value behind it'],
  [['-o'], '-o needs a value behind it'],
  [['-yo'], '-o needs a value behind it'],
  [
    ['--target', '--yes'],
    '--target needs a value, and --yes looks like an option; if it is the value, write --target=--yes',
  ],
  [['-o', '-1'], '-o needs a value, and -1 looks like an option; if it is the value, write --output=-1'],
  [
    ['--target', '--', 'x'],
    '--target needs a value, and -- looks like an option; if it is the value, write --target=--',
  ],
  [['--bogus', '--target'], 'there is no option --bogus; --help shows those there are'],
  [['--bogus', '--target', '--yes'], 'there is no option --bogus; --help shows those there are'],
  [['--target', '--bogus'], expect.stringMatching(/^--target needs a value/)],
  [['--format=yaml'], '--format is text or json, and not "yaml"'],
  [['--format='], '--format is text or json, and not ""'],
  [['--firmware', 'coreboot'], '--firmware is uefi or bios, and not "coreboot"'],
  [['here'], '"here" is not expected here: this command takes options alone'],
  [['--', 'here'], '"here" is not expected here: this command takes options alone'],
])('%j: %s', (argv, message) => {
  expect(() => readArguments(command, argv)).toThrow(
    expect.objectContaining({ name: 'UsageError', message }),
  );
});

const absent = {
  target: [],
  output: undefined,
  format: 'text',
  firmware: undefined,
  'image-size': '8G',
  seed: undefined,
  yes: false,
};

it('takes options in any order, with their values behind them or after an equals sign', () => {
  const argv = ['a', '--target', 't', '-y', 'b', '--target=-u', '--format=json', '-o', '-', '--image-size='];
  expect(readArguments(withFiles, argv)).toEqual({
    operands: ['a', 'b'],
    values: { ...absent, target: ['t', '-u'], format: 'json', output: '-', 'image-size': '', yes: true },
  });
});

it('takes a value behind its letter, and the last value of an option that is given again', () => {
  const { values } = readArguments(command, ['-oa', '-yob', '--seed=1', '--seed', '2']);
  expect(values).toEqual({ ...absent, output: 'b', seed: '2', yes: true });
});

it('takes everything behind -- as it is, and a dash alone', () => {
  expect(readArguments(withFiles, ['-', '--', '--target', '-1', '--']).operands).toEqual([
    '-',
    '--target',
    '-1',
    '--',
  ]);
});

it('takes the defaults of the declaration, and no variable by itself', () => {
  vi.stubEnv('SEED', 'ab');
  try {
    expect(readArguments(command, [])).toEqual({ operands: [], values: absent });
  } finally {
    vi.unstubAllEnvs();
  }
});

it('knows the types of values by their declaration', () => {
  const { values } = readArguments(command, []);
  expectTypeOf(values.target).toEqualTypeOf<readonly string[]>();
  expectTypeOf(values.output).toEqualTypeOf<string | undefined>();
  expectTypeOf(values.format).toEqualTypeOf<'text' | 'json'>();
  expectTypeOf(values.firmware).toEqualTypeOf<'uefi' | 'bios' | undefined>();
  expectTypeOf(values['image-size']).toEqualTypeOf<string>();
  expectTypeOf(values.yes).toEqualTypeOf<boolean>();
});

describe('an option with a slip of the pen', async () => {
  const slips = { strict: 'stirct', port: 'prot', prefix: 'perfix', format: 'fromat' };
  const all = { ...allCommands.commands, '': allCommands.defaultCommand! };
  const rows = await Promise.all(
    Object.entries(all).map(async ([name, each]) => {
      const { options: known } = await each.declare();
      const meant = Object.keys(slips).find((option) => Object.hasOwn(known, option)) ?? 'help';
      return { name, each, meant, slip: slips[meant as keyof typeof slips] ?? 'hlep' };
    }),
  );

  it.each(rows)('writ $name: --$meant is what was meant by --$slip', async ({ name, each, meant, slip }) => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      expect(await runCommand(name, each, [`--${slip}`])).toBe(2);
      const told = write.mock.calls.map(([text]) => String(text)).join('');
      expect(told).toMatch(/^writ/);
      expect(told).toContain(`there is no option --${slip}; did you mean --${meant}?`);
      expect(told).not.toMatch(/unknown option|\n\s+at /i);
    } finally {
      write.mockRestore();
    }
  });
});
