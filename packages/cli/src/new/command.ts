import type { CommandDeclaration } from '../command-line/declaration.ts';
import { frontEndOption } from './front-end.ts';

/** The declaration of `writ new`. */
export const newCommand: CommandDeclaration<typeof frontEndOption> = {
  summary: 'create a project with annotations or controllers in a new folder',
  operands: [{ name: 'NAME', required: true, description: 'name of the folder and the package' }],
  options: frontEndOption,
  usageOnError: true,
};

/** The declaration of the same command as a separate program, which `npm create writ` runs. */
export const createCommand: CommandDeclaration<typeof frontEndOption> = {
  ...newCommand,
  program: 'create-writ',
};
