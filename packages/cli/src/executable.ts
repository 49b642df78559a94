/**
 * The entry of the single executable: a bundle of this file, CommonJS inside a copy of Node. Nothing that it imports
 * may read files beside itself, await at its top level or hold a native add-on; the servers' commands do.
 */
import { dispatch } from './command-line/dispatch.ts';
import { installerCommands } from './commands/installer-commands.ts';
import { serverCommandNames } from './commands/server-command-names.ts';

void dispatch(process.argv.slice(2), { commands: installerCommands, unavailable: serverCommandNames }).then(
  (status) => (process.exitCode = status),
);
