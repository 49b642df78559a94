import { describe, expect, it, vi } from 'vitest';
import { commands, serveControllers } from '../commands/all-commands.ts';
import { readArguments } from './read-arguments.ts';

const options = {
  target: { type: 'string', multiple: true },
  output: { type: 'string', short: 'o' },
  yes: { type: 'boolean', short: 'y' },
} as const;

it.each([
  [['--taget', 'x'], 'there is no option --taget; did you mean --target?'],
  [['--taget=x'], 'there is no option --taget; did you mean --target?'],
  [['--target', 'x', '--hlep'], 'there is no option --hlep; did you mean --help?'],
  [['--entirely-else'], 'there is no option --entirely-else; --help shows those there are'],
  [['--constructor'], 'there is no option --constructor; --help shows those there are'],
  [['-yx'], 'there is no option -x; --help shows those there are'],
  [['--yes=no'], '--yes takes no value, and not "no"'],
  [['--target'], '--target needs a value behind it'],
  [['-o'], '-o needs a value behind it'],
  [
    ['--target', '--yes'],
    '--target needs a value, and --yes looks like an option; if it is the value, write --target=--yes',
  ],
  [['here'], '"here" is not expected here: this command takes options alone'],
])('%j: %s', (args, message) => {
  expect(() => readArguments({ args, options })).toThrow(
    expect.objectContaining({ name: 'UsageError', message }),
  );
});

it('takes what is right', () => {
  const args = ['--target', 'a', '--target=-b', '-o', '-', '-y'];
  expect(readArguments({ args, options }).values).toEqual({ target: ['a', '-b'], output: '-', yes: true });
});

describe('an option with a slip of the pen', () => {
  const slips = { strict: 'stirct', port: 'prot', prefix: 'perfix', format: 'fromat' };
  const rows = [...Object.entries(commands), ['', serveControllers] as const].map(([name, command]) => {
    const option = Object.keys(slips).find((each) => command.usage.includes(`--${each}`));
    return { name, command, meant: option ?? 'help', slip: slips[option as keyof typeof slips] ?? 'hlep' };
  });

  it.each(rows)('writ $name: --$meant is what was meant by --$slip', async ({ command, meant, slip }) => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    try {
      const { run } = await command.load();
      expect(await run([`--${slip}`])).toBe(2);
      const told = write.mock.calls.map(([text]) => String(text)).join('');
      expect(told).toMatch(/^writ/);
      expect(told).toContain(`there is no option --${slip}; did you mean --${meant}?`);
      expect(told).not.toMatch(/Unknown option|\n\s+at /);
    } finally {
      write.mockRestore();
    }
  });
});
