import type { CommandDeclaration } from '../command-line/declaration.ts';
import { strictOption } from '../command-line/shared-options.ts';
import { prefixOption } from '../controller-server/declared-options.ts';

const ownOptions = {
  output: {
    short: 'o',
    value: 'FILE',
    otherwise: 'controllers.gen.ts, or annotations.gen.ts if only files are passed',
    description: 'output file',
    details: 'Its name must end in `.ts`, `.mts`, `.js` or `.mjs`.',
  },
} as const;

export const buildCommand: CommandDeclaration<typeof prefixOption & typeof strictOption & typeof ownOptions> =
  {
    summary: 'precompile controller signatures and annotated types, for bundling and faster start-up',
    operands: [{ name: 'FILE', repeatable: true, description: 'a module with annotated classes' }],
    options: { ...prefixOption, ...strictOption, ...ownOptions },
    loadsUsersCode: true,
  };
