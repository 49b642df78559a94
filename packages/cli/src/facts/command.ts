import type { CommandDeclaration } from '../command-line/declaration.ts';

const options = {
  format: {
    choices: ['text', 'json'],
    description:
      'output format: human-readable text, or json for --facts on another machine (default: text on a terminal, otherwise json)',
  },
} as const;

export const factsCommand: CommandDeclaration<typeof options> = {
  summary: 'print facts about this machine, to read or to pass to --facts on another machine',
  operands: [],
  options,
  usageOnError: true,
};
