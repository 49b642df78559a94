import type { CommandDeclaration } from '../command-line/declaration.ts';

export const mediumCommand: CommandDeclaration<Record<string, never>> = {
  summary: 'install as the kernel command line specifies, or ask; only on the installation medium',
  operands: [],
  options: {},
};
