/**
 * The entry point of the single executable: a CommonJS bundle of this file inside a copy of Node. Its imports must not
 * read files of their package, use top-level await or load native add-ons; the server commands violate these rules, so
 * they are excluded.
 */
import { dispatch } from './command-line/dispatch.ts';
import { installerCommands } from './commands/installer-commands.ts';
import { serverCommandNames } from './commands/server-command-names.ts';

void dispatch(process.argv.slice(2), { commands: installerCommands, unavailable: serverCommandNames }).then(
  (status) => (process.exitCode = status),
);
