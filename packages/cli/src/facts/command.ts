import type { CommandDeclaration } from '../command-line/declaration.ts';

const options = {
  format: {
    choices: ['text', 'json'],
    otherwise: 'text if standard output is a terminal, otherwise json',
    description: 'output format: human-readable text, or json, to pass to --facts on another machine',
  },
} as const;

export const factsCommand: CommandDeclaration<typeof options> = {
  summary: 'print facts about this machine, to read or to pass to --facts on another machine',
  operands: [],
  options,
  usageOnError: true,
};
