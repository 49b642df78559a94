import { nearest } from '@writ/diagnostics';
import { exitOnBrokenPipe } from '../process/broken-pipe.ts';
import { exitStatus } from '../process/exit-status.ts';
import type { CommandTable, Register } from './command.ts';
import { runCommand } from './run-command.ts';
import { version } from './version.ts';
import { printMessage, writeStandardError } from '../process/standard-error.ts';

/** Runs the command that the arguments select and returns its exit status. */
export async function dispatch(
  argv: readonly string[],
  table: CommandTable,
  register?: Register,
): Promise<number> {
  exitOnBrokenPipe();
  try {
    return await selectCommand(argv, table, register);
  } catch (error) {
    return reportInternalError(error);
  }
}

async function selectCommand(
  argv: readonly string[],
  table: CommandTable,
  register?: Register,
): Promise<number> {
  const { commands, defaultCommand, unavailable = [] } = table;
  const [first, ...rest] = argv;
  if (first === undefined) return printCommands(process.stderr, exitStatus.usage, table);
  if (first === '--help' || first === '-h' || (first === 'help' && rest.length === 0)) {
    return printCommands(process.stdout, exitStatus.done, table);
  }
  if (first === '--version' || first === '-V') {
    process.stdout.write(`${version()}\n`);
    return exitStatus.done;
  }
  if (first === 'help') return selectCommand([rest[0] ?? '', '--help'], table, register);
  if (first.startsWith('-')) {
    return defaultCommand === undefined
      ? printUnavailable('the controller server', table)
      : runCommand('', defaultCommand, argv, register);
  }
  const command = Object.hasOwn(commands, first) ? commands[first] : undefined;
  if (command !== undefined) return runCommand(first, command, rest, register);
  if (unavailable.includes(first)) return printUnavailable(`"${first}"`, table);
  const suggestion = nearest(first, Object.keys(commands));
  if (suggestion !== undefined) {
    printMessage(`unknown command "${first}"; did you mean "${suggestion}"? See writ --help`);
    return exitStatus.usage;
  }
  printMessage(`unknown command "${first}"`);
  return printCommands(process.stderr, exitStatus.usage, table);
}

/** Prints that this build does not include a command. */
function printUnavailable(what: string, { commands }: CommandTable): number {
  const names = Object.keys(commands);
  printMessage(
    `${what} is not available in this single executable, which has ${names.slice(0, -1).join(', ')} and ${names.at(-1)}; the npm package @writ/cli has all commands`,
  );
  return exitStatus.usage;
}

async function printCommands(
  stream: NodeJS.WriteStream,
  status: number,
  table: CommandTable,
): Promise<number> {
  const { programHelp } = await import('./help.ts');
  stream.write(await programHelp(table, stream));
  return status;
}

/** Prints an internal error and, with WRIT_DEBUG, its stack, or else a hint. */
function reportInternalError(error: unknown): number {
  const message = error instanceof Error ? error.message : String(error);
  printMessage(`internal error: ${message}`);
  if (process.env['WRIT_DEBUG'] && error instanceof Error) writeStandardError(`${error.stack ?? ''}\n`);
  else writeStandardError('    this is a bug in Writ; WRIT_DEBUG=1 shows where it happened\n');
  return exitStatus.internal;
}
