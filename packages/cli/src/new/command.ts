import type { CommandDeclaration } from '../command-line/declaration.ts';

export const newCommand: CommandDeclaration = {
  summary: 'create a controllers project in a new folder',
  operands: [{ name: 'NAME', required: true, description: 'name of the folder and the package' }],
  options: {},
  usageOnError: true,
};
