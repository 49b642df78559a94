import type { CommandDeclaration } from '../command-line/declaration.ts';
import { configurationOptions, type ConfigurationOptions } from '../configuration/options.ts';

const { facts: _facts, ...options } = configurationOptions;

export const batchCommand: CommandDeclaration<Omit<ConfigurationOptions, 'facts'>> = {
  summary: 'check a template with each row of a table, and compare the rows',
  operands: [
    { name: 'check', required: true, description: 'the word check' },
    {
      name: 'TEMPLATE',
      required: true,
      description: 'a configuration with variables: a file, an https URL, or - for standard input',
    },
    {
      name: 'TABLE',
      required: true,
      description: 'a row of values for each machine, in CSV or JSON: a file, an https URL, or -',
    },
  ],
  options,
};
