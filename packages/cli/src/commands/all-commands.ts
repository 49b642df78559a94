import type { Command } from '../command-line/command.ts';
import { installerCommands } from './installer-commands.ts';
import { serverCommands } from './server-commands.ts';

export { serveControllers } from './server-commands.ts';

/** Each command in a file of its own, imported only when it is the one to run: `writ check` stays fast. */
export const commands: Readonly<Record<string, Command>> = { ...installerCommands, ...serverCommands };
