import type { CommandTable } from '../command-line/command.ts';
import { installerCommands } from './installer-commands.ts';
import { serveControllers, serverCommands } from './server-commands.ts';

/** The commands of the npm package. */
export const allCommands: CommandTable = {
  commands: { ...installerCommands, ...serverCommands },
  defaultCommand: serveControllers,
};
