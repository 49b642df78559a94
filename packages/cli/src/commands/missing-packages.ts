import type { Command, CommandModule } from '../command-line/command.ts';
import { commandName } from '../command-line/usage.ts';
import { exitStatus } from '../process/exit-status.ts';
import { printMessage } from '../process/standard-error.ts';

/** Returns a command that prints which packages to install if it runs and not all of `packages` are installed. */
export function requirePackages(name: string, command: Command, packages: readonly string[]): Command {
  return {
    declare: () => command.declare(),
    async load(): Promise<CommandModule> {
      const missing = packages.filter((each) => !isInstalled(each));
      return missing.length === 0 ? command.load() : { run: async () => reportMissing(name, missing) };
    },
  };
}

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

function reportMissing(name: string, missing: readonly string[]): number {
  const message = 'this command needs packages that are not installed; install them with';
  printMessage(`${message}\n    npm install ${missing.join(' ')}`, commandName(name));
  return exitStatus.usage;
}
