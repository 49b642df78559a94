import type { CommandDeclaration } from '../command-line/declaration.ts';

export const factsCommand: CommandDeclaration = {
  summary: 'print the facts of this machine as JSON, for --facts on another machine',
  operands: [],
  options: {},
  usageOnError: true,
};
