import type { Command, CommandTable } from '../command-line/command.ts';
import { installerCommands } from './installer-commands.ts';
import { requirePackages } from './missing-packages.ts';
import { optionalPackages } from './optional-packages.ts';
import { serveControllers, serverCommands } from './server-commands.ts';

/** The commands of the npm package. */
export const allCommands: CommandTable = {
  commands: withOptionalPackages({ ...installerCommands, ...serverCommands }),
  defaultCommand: serveControllers,
};

function withOptionalPackages(commands: Readonly<Record<string, Command>>): Record<string, Command> {
  const named = Object.entries(commands).map(([name, command]) => {
    return [name, requirePackages(name, command, optionalPackages[name] ?? [])] as const;
  });
  return Object.fromEntries(named);
}
