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
  kind: { choices: ['one', 'two', 'three'], description: '' },
  'no-cache': { description: '' },
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
  [['--taget', 'x'], 'unknown option --taget; did you mean --target?'],
  [['--taget=x'], 'unknown option --taget; did you mean --target?'],
  [['--target', 'x', '--hlep'], 'unknown option --hlep; did you mean --help?'],
  [['--entirely-else'], 'unknown option --entirely-else; see --help'],
  [['--constructor'], 'unknown option --constructor; see --help'],
  [['--__proto__=x'], 'unknown option --__proto__; see --help'],
  [['--imageSize=1G'], 'unknown option --imageSize; did you mean --image-size?'],
  [['--no-yes'], 'unknown option --no-yes; see --help'],
  [['-yx'], 'unknown option -x; see --help'],
  [['-1'], 'unknown option -1; see --help'],
  [['--yes=no'], '--yes does not take a value (got "no")'],
  [['--yes='], '--yes does not take a value (got "")'],
  [['--target'], '--target requires a value'],
  [['-o'], '-o requires a value'],
  [['-yo'], '-o requires a value'],
  [
    ['--target', '--yes'],
    '--target requires a value, but --yes looks like an option; if it is the value, write --target=--yes',
  ],
  [['-o', '-1'], '-o requires a value, but -1 looks like an option; if it is the value, write --output=-1'],
  [
    ['--target', '--', 'x'],
    '--target requires a value, but -- looks like an option; if it is the value, write --target=--',
  ],
  [['--bogus', '--target'], 'unknown option --bogus; see --help'],
  [['--bogus', '--target', '--yes'], 'unknown option --bogus; see --help'],
  [['--target', '--bogus'], expect.stringMatching(/^--target requires a value/)],
  [['--format=yaml'], 'invalid --format "yaml": use text or json'],
  [['--format='], 'invalid --format "": use text or json'],
  [['--firmware', 'coreboot'], 'invalid --firmware "coreboot": use uefi or bios'],
  [['--kind', 'zoo'], 'invalid --kind "zoo": use one, two or three'],
  [['here'], 'unexpected argument "here": this command accepts only options'],
  [['--', 'here'], 'unexpected argument "here": this command accepts only options'],
])('the arguments %j cause the error "%s"', (argv, message) => {
  expect(() => readArguments(command, argv)).toThrow(
    expect.objectContaining({ name: 'UsageError', message }),
  );
});

const absent = {
  target: [],
  output: undefined,
  format: 'text',
  firmware: undefined,
  kind: undefined,
  'no-cache': false,
  'image-size': '8G',
  seed: undefined,
  yes: false,
};

it('readArguments accepts options in any order, with values as the next argument or after an equals sign', () => {
  const argv = ['a', '--target', 't', '-y', 'b', '--target=-u', '--format=json', '-o', '-', '--image-size='];
  expect(readArguments(withFiles, argv)).toEqual({
    operands: ['a', 'b'],
    values: { ...absent, target: ['t', '-u'], format: 'json', output: '-', 'image-size': '', yes: true },
  });
});

it('readArguments returns true for a flag that begins with no- only if it is passed', () => {
  expect(readArguments(command, ['--no-cache']).values).toMatchObject({ 'no-cache': true });
  expect(readArguments(command, []).values).toMatchObject({ 'no-cache': false });
});

it('readArguments accepts a value directly after the letter of its option, and the last value of a repeated option', () => {
  const { values } = readArguments(command, ['-oa', '-yob', '--seed=1', '--seed', '2']);
  expect(values).toEqual({ ...absent, output: 'b', seed: '2', yes: true });
});

it('readArguments accepts everything after -- and a single dash as operands', () => {
  expect(readArguments(withFiles, ['-', '--', '--target', '-1', '--']).operands).toEqual([
    '-',
    '--target',
    '-1',
    '--',
  ]);
});

it('readArguments uses declared defaults, not environment variables', () => {
  vi.stubEnv('SEED', 'ab');
  try {
    expect(readArguments(command, [])).toEqual({ operands: [], values: absent });
  } finally {
    vi.unstubAllEnvs();
  }
});

it('readArguments infers the types of values from the declaration', () => {
  const { values } = readArguments(command, []);
  expectTypeOf(values.target).toEqualTypeOf<readonly string[]>();
  expectTypeOf(values.output).toEqualTypeOf<string | undefined>();
  expectTypeOf(values.format).toEqualTypeOf<'text' | 'json'>();
  expectTypeOf(values.firmware).toEqualTypeOf<'uefi' | 'bios' | undefined>();
  expectTypeOf(values['image-size']).toEqualTypeOf<string>();
  expectTypeOf(values.yes).toEqualTypeOf<boolean>();
});

describe('a misspelled option', async () => {
  const slips = { strict: 'stirct', port: 'prot', prefix: 'perfix', format: 'fromat' };
  const all = { ...allCommands.commands, '': allCommands.defaultCommand! };
  const rows = await Promise.all(
    Object.entries(all).map(async ([name, each]) => {
      const { options: known } = await each.declare();
      const meant = Object.keys(slips).find((option) => Object.hasOwn(known, option)) ?? 'help';
      return { name, each, meant, slip: slips[meant as keyof typeof slips] ?? 'hlep' };
    }),
  );

  it.each(rows)('writ $name suggests --$meant for --$slip', async ({ name, each, meant, slip }) => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      expect(await runCommand(name, each, [`--${slip}`])).toBe(2);
      const output = write.mock.calls.map(([text]) => String(text)).join('');
      expect(output).toMatch(/^writ/);
      expect(output).toContain(`unknown option --${slip}; did you mean --${meant}?`);
      expect(output).not.toMatch(/error: unknown option|\n\s+at /i);
    } finally {
      write.mockRestore();
    }
  });
});
