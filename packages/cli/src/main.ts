import { nearest } from '@writ/diagnostics';
import { commands, serveControllers, type Command } from './commands.ts';
import { exitStatus } from './exit-status.ts';
import { explainOptions } from './option-help.ts';
import { version } from './version.ts';

/**
 * Runs `writ` with the arguments behind its name and gives the exit status.
 *
 * @param register imports the hook that lets Node load decorated TypeScript; called only for commands that load users' code
 */
export async function main(argv: readonly string[], register: () => Promise<unknown>): Promise<number> {
  leaveQuietlyWhenNobodyReads();
  try {
    return await dispatch(argv, register);
  } catch (error) {
    return unexpected(error);
  }
}

async function dispatch(argv: readonly string[], register: () => Promise<unknown>): Promise<number> {
  const [first, ...rest] = argv;
  if (first === undefined) return usage(process.stderr, exitStatus.usage);
  if (first === '--help' || first === '-h' || (first === 'help' && rest.length === 0)) {
    return usage(process.stdout, exitStatus.done);
  }
  if (first === '--version' || first === '-V') {
    process.stdout.write(`${version()}\n`);
    return exitStatus.done;
  }
  if (first === 'help') return dispatch([rest[0] ?? '', '--help'], register);
  if (first.startsWith('-')) return start('', serveControllers, argv, register);
  const command = Object.hasOwn(commands, first) ? commands[first] : undefined;
  if (command === undefined) {
    const meant = nearest(first, Object.keys(commands));
    process.stderr.write(
      `writ: there is no command "${first}"${meant === undefined ? '' : `; did you mean "${meant}"?`}\n`,
    );
    return usage(process.stderr, exitStatus.usage);
  }
  return start(first, command, rest, register);
}

async function start(
  name: string,
  command: Command,
  argv: readonly string[],
  register: () => Promise<unknown>,
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

function usage(stream: NodeJS.WriteStream, status: number): number {
  const names = Object.keys(commands);
  const width = Math.max(...names.map((name) => name.length));
  const rows = names.map((name) => `  writ ${name.padEnd(width)}  ${commands[name]!.summary}`);
  stream.write(
    [
      'writ: declare it, check it, see the plan, run it',
      '',
      ...rows,
      `  writ ${serveControllers.usage}`,
      `       ${' '.repeat(width)}  ${serveControllers.summary}`,
      '',
      'writ COMMAND --help shows the options of a command.',
      '',
    ].join('\n'),
  );
  return status;
}

/** `writ schema | head` ends the reader first; that is no failure of ours. A full disk behind `>` is none either, but one all the same. */
function leaveQuietlyWhenNobodyReads(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(process.exitCode ?? exitStatus.done);
      if (stream === process.stdout)
        process.stderr.write(`writ: cannot write the output: ${error.message}\n`);
      process.exit(exitStatus.usage);
    });
  }
}

/** Whatever gets here is a fault of ours: one line, and the stack only for those who ask for it. */
function unexpected(error: unknown): number {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`writ: internal error: ${message}\n`);
  if (process.env['WRIT_DEBUG'] && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
  else process.stderr.write('    this is a bug in writ; WRIT_DEBUG=1 shows where it happened\n');
  return exitStatus.internal;
}
