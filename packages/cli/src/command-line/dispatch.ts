import { nearest } from '@writ/diagnostics';
import { exitOnBrokenPipe } from '../process/broken-pipe.ts';
import { exitStatus } from '../process/exit-status.ts';
import type { CommandTable } from './command.ts';
import { runCommand, type Register } from './run-command.ts';
import { version } from './version.ts';

/** Runs the command that the arguments name, one of those that this build holds, and gives its exit status. */
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
      ? printUnavailable('serving controllers', table)
      : runCommand('', defaultCommand, argv, register);
  }
  const command = Object.hasOwn(commands, first) ? commands[first] : undefined;
  if (command !== undefined) return runCommand(first, command, rest, register);
  if (unavailable.includes(first)) return printUnavailable(`"${first}"`, table);
  const meant = nearest(first, Object.keys(commands));
  process.stderr.write(
    `writ: there is no command "${first}"${meant === undefined ? '' : `; did you mean "${meant}"?`}\n`,
  );
  return printCommands(process.stderr, exitStatus.usage, table);
}

/** Of what another build can do. */
function printUnavailable(what: string, { commands }: CommandTable): number {
  const names = Object.keys(commands);
  process.stderr.write(
    `writ: ${what} is not in this single file, which holds ${names.slice(0, -1).join(', ')} and ${names.at(-1)}; the npm package @writ/cli, which runs on Node.js, has everything\n`,
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

/** Whatever gets here is a fault of ours: one line, and the stack only for those who ask for it. */
function reportInternalError(error: unknown): number {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`writ: internal error: ${message}\n`);
  if (process.env['WRIT_DEBUG'] && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
  else process.stderr.write('    this is a bug in writ; WRIT_DEBUG=1 shows where it happened\n');
  return exitStatus.internal;
}
