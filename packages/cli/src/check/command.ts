import type { CommandDeclaration } from '../command-line/declaration.ts';
import { configOperand, configurationOptions, type ConfigurationOptions } from '../configuration/options.ts';

export const checkCommand: CommandDeclaration<ConfigurationOptions> = {
  summary: 'check a configuration and list all findings',
  operands: [configOperand],
  options: configurationOptions,
};
