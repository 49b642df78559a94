import type { CommandDeclaration } from '../command-line/declaration.ts';
import { prefixOption, servingOptions } from '../controller-server/declared-options.ts';

export const devCommand: CommandDeclaration<typeof prefixOption & typeof servingOptions> = {
  summary: 'serve controllers and restart when a file changes',
  operands: [],
  options: { ...prefixOption, ...servingOptions },
  subject: ['prefix'],
  usageOnError: true,
};
