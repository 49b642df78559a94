import type { CommandDeclaration } from '../command-line/declaration.ts';
import { configOperand, configurationOptions, type ConfigurationOptions } from '../configuration/options.ts';

export const checkCommand: CommandDeclaration<ConfigurationOptions> = {
  summary: 'list everything that is wrong with a configuration',
  operands: [configOperand],
  options: configurationOptions,
};
