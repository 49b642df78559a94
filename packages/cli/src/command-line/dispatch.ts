import { nearest } from '@writ/diagnostics';
import type { Command, CommandTable } from './command.ts';
import { exitStatus } from '../process/exit-status.ts';
import { explainOptions } from './option-help.ts';
import { exitOnBrokenPipe } from '../process/broken-pipe.ts';
import { version } from './version.ts';

/** What is imported before files of users are: nothing where no command does that. */
type Register = () => Promise<unknown>;

/** Runs the command that the arguments name, one of those that this build holds, and gives its exit status. */
export async function dispatch(
  argv: readonly string[],
  table: CommandTable,
  register: Register = () => Promise.resolve(),
): Promise<number> {
  exitOnBrokenPipe();
  try {
    return await chosen(argv, table, register);
  } catch (error) {
    return unexpected(error);
  }
}

async function chosen(argv: readonly string[], table: CommandTable, register: Register): Promise<number> {
  const { commands, withoutName, elsewhere = [] } = table;
  const [first, ...rest] = argv;
  if (first === undefined) return usage(process.stderr, exitStatus.usage, table);
  if (first === '--help' || first === '-h' || (first === 'help' && rest.length === 0)) {
    return usage(process.stdout, exitStatus.done, table);
  }
  if (first === '--version' || first === '-V') {
    process.stdout.write(`${version()}\n`);
    return exitStatus.done;
  }
  if (first === 'help') return chosen([rest[0] ?? '', '--help'], table, register);
  if (first.startsWith('-')) {
    return withoutName === undefined
      ? notHere('serving controllers', table)
      : start('', withoutName, argv, register);
  }
  const command = Object.hasOwn(commands, first) ? commands[first] : undefined;
  if (command === undefined) {
    if (elsewhere.includes(first)) return notHere(`"${first}"`, table);
    const meant = nearest(first, Object.keys(commands));
    process.stderr.write(
      `writ: there is no command "${first}"${meant === undefined ? '' : `; did you mean "${meant}"?`}\n`,
    );
    return usage(process.stderr, exitStatus.usage, table);
  }
  return start(first, command, rest, register);
}

/** Of what another build can do. */
function notHere(what: string, { commands }: CommandTable): number {
  const names = Object.keys(commands);
  process.stderr.write(
    `writ: ${what} is not in this single file, which holds ${names.slice(0, -1).join(', ')} and ${names.at(-1)}; the npm package @writ/cli, which runs on Node.js, has everything\n`,
  );
  return exitStatus.usage;
}

async function start(
  name: string,
  command: Command,
  argv: readonly string[],
  register: Register,
): Promise<number> {
  const options = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  if (options.includes('--help') || options.includes('-h')) {
    const line = ['usage: writ', name, command.usage].filter(Boolean).join(' ');
    process.stdout.write(`${command.summary}\n\n${line}\n\n${explainOptions(command.usage)}`);
    return exitStatus.done;
  }
  if (command.loadsUsersCode) await register();
  const { run } = await command.load();
  return run(argv);
}

function usage(
  stream: NodeJS.WriteStream,
  status: number,
  { commands, withoutName, elsewhere = [] }: CommandTable,
): number {
  const names = Object.keys(commands);
  const width = Math.max(...names.map((name) => name.length));
  const rows = names.map((name) => `  writ ${name.padEnd(width)}  ${commands[name]!.summary}`);
  stream.write(
    [
      'writ: declare it, check it, see the plan, run it',
      '',
      ...rows,
      ...(withoutName === undefined
        ? []
        : [`  writ ${withoutName.usage}`, `       ${' '.repeat(width)}  ${withoutName.summary}`]),
      '',
      'writ COMMAND --help shows the options of a command.',
      ...(elsewhere.length === 0 ? [] : [`Not in this single file: ${elsewhere.join(', ')}.`]),
      '',
    ].join('\n'),
  );
  return status;
}

/** Whatever gets here is a fault of ours: one line, and the stack only for those who ask for it. */
function unexpected(error: unknown): number {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`writ: internal error: ${message}\n`);
  if (process.env['WRIT_DEBUG'] && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
  else process.stderr.write('    this is a bug in writ; WRIT_DEBUG=1 shows where it happened\n');
  return exitStatus.internal;
}
