import type { CommandDeclaration } from '../command-line/declaration.ts';
import { versionOption } from '../command-line/shared-options.ts';
import { prefixOption, servingOptions } from '../controller-server/declared-options.ts';

const ownOptions = {
  workers: { value: 'N', description: 'how many processes serve; one that dies is replaced' },
  quiet: { description: 'no line at the start' },
} as const;

/** `writ --prefix=… --host=…`: without a command, controllers are served. */
export const controllersCommand: CommandDeclaration<
  typeof prefixOption & typeof servingOptions & typeof ownOptions & typeof versionOption
> = {
  summary: 'serve the controllers below a module prefix',
  operands: [],
  options: { ...prefixOption, ...servingOptions, ...ownOptions, ...versionOption },
  subject: ['prefix'],
  usageOnError: true,
  loadsUsersCode: true,
};
