import type { CommandDeclaration } from '../command-line/declaration.ts';

export const factsCommand: CommandDeclaration = {
  summary: 'print what an installation has to know about this machine, for --facts on another one',
  operands: [],
  options: {},
  usageOnError: true,
};
