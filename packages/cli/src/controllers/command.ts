import type { CommandDeclaration } from '../command-line/declaration.ts';
import { versionOption } from '../command-line/shared-options.ts';
import {
  diagnosticsOption,
  prefixOption,
  servingOptions,
  validationOption,
} from '../controller-server/declared-options.ts';

const ownOptions = {
  workers: {
    value: 'N',
    otherwise: 'none, the command itself serves',
    description: 'number of worker processes, from 1 to 999; a crashed process is replaced',
  },
  quiet: { description: 'do not print the start-up line' },
} as const;

/** `writ --prefix=… --host=…`: the default command serves controllers. */
export const controllersCommand: CommandDeclaration<
  typeof prefixOption &
    typeof servingOptions &
    typeof validationOption &
    typeof ownOptions &
    typeof versionOption
> = {
  summary: 'serve the controllers under a module prefix',
  operands: [],
  options: { ...prefixOption, ...servingOptions, ...validationOption, ...ownOptions, ...versionOption },
  subject: ['prefix'],
  usageOnError: true,
};

/** The command line of a worker process, which `toArguments` writes. */
export const workerCommand: CommandDeclaration<
  typeof prefixOption & typeof servingOptions & typeof validationOption & typeof diagnosticsOption
> = {
  summary: controllersCommand.summary,
  operands: [],
  options: { ...prefixOption, ...servingOptions, ...validationOption, ...diagnosticsOption },
};
