import type { CommandDeclaration } from '../command-line/declaration.ts';

export const schemaCommand: CommandDeclaration = {
  summary: 'print the JSON Schema of a configuration, or explain one key',
  operands: [{ name: 'explain KEY', description: 'what one key means, such as: explain profile.main' }],
  options: {},
  usageOnError: true,
};
