import type { CommandDeclaration } from '../command-line/declaration.ts';

export const schemaCommand: CommandDeclaration = {
  summary: 'print the JSON Schema of a configuration, or explain a key',
  operands: [
    {
      name: 'explain KEY',
      description: 'print the meaning, values and default of a key, such as profile.main',
    },
  ],
  options: {},
  usageOnError: true,
};
