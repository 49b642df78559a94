import type { CommandDeclaration } from '../command-line/declaration.ts';
import { formatOption } from '../command-line/shared-options.ts';

export const openapiCommand: CommandDeclaration<typeof formatOption> = {
  summary: 'compare two OpenAPI documents; exits with 1 if a change breaks clients',
  operands: [
    { name: 'diff', required: true, description: 'the only subcommand' },
    { name: 'OLD', required: true, description: 'file with the OpenAPI document that clients use, as JSON' },
    { name: 'NEW', required: true, description: 'file with the changed OpenAPI document, as JSON' },
  ],
  options: formatOption,
  usageOnError: true,
};
