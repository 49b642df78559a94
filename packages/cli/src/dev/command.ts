import type { CommandDeclaration } from '../command-line/declaration.ts';
import { diagnosticsOption, prefixOption, servingOptions } from '../controller-server/declared-options.ts';

export const devCommand: CommandDeclaration<
  typeof prefixOption & typeof servingOptions & typeof diagnosticsOption
> = {
  summary: 'serve controllers and restart when a file changes',
  operands: [],
  options: { ...prefixOption, ...servingOptions, ...diagnosticsOption },
  usageOnError: true,
};
