import type { CommandDeclaration } from '../command-line/declaration.ts';

export const newCommand: CommandDeclaration = {
  summary: 'make a project of controllers in a folder of that name',
  operands: [{ name: 'NAME', required: true, description: 'of the folder and of its package' }],
  options: {},
  usageOnError: true,
};
