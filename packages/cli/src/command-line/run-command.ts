import { exitStatus } from '../process/exit-status.ts';
import type { Command, Register } from './command.ts';
import { commandName, renderUsage } from './usage.ts';
import { UsageError } from './usage-error.ts';
import { printMessage } from '../process/standard-error.ts';

/** Runs a command or prints its help, and returns the exit status. Prints a usage error, with the usage if declared. */
export async function runCommand(
  name: string,
  { declare, load }: Command,
  argv: readonly string[],
  register?: Register,
): Promise<number> {
  const declaration = await declare();
  const options = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  if (options.includes('--help') || options.includes('-h')) {
    const { commandHelp } = await import('./help.ts');
    process.stdout.write(commandHelp(name, declaration, process.stdout));
    return exitStatus.done;
  }
  if (declaration.loadsUsersCode) await register?.();
  const { run } = await load();
  try {
    return await run(argv, register);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const hint = declaration.usageOnError ? `\n    usage: ${renderUsage(name, declaration)}` : '';
    printMessage(`${error.message}${hint}`, commandName(name, declaration));
    return exitStatus.usage;
  }
}
