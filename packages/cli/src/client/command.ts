import type { CommandDeclaration } from '../command-line/declaration.ts';
import { strictOption } from '../command-line/shared-options.ts';
import { prefixOption } from '../controller-server/declared-options.ts';

const ownOptions = {
  out: {
    short: 'o',
    value: 'FILE',
    otherwise: 'standard output',
    description: 'output file for the client',
    details: 'Its name must end in `.ts` or `.mts`.',
  },
  'types-only': { description: 'write only the types, which do not depend on openapi-fetch' },
} as const;

export const clientCommand: CommandDeclaration<
  typeof prefixOption & typeof strictOption & typeof ownOptions
> = {
  summary: 'write a typed client for annotated classes, a router, or controllers',
  operands: [
    {
      name: 'FILE',
      repeatable: true,
      description: 'a module that exports annotated classes or a Router',
    },
  ],
  options: { ...prefixOption, ...strictOption, ...ownOptions },
  subject: ['FILE', 'prefix'],
  usageOnError: true,
  loadsUsersCode: true,
};
