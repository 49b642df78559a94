import type { CommandDeclaration } from '../command-line/declaration.ts';
import { strictOption } from '../command-line/shared-options.ts';
import { prefixOption } from '../controller-server/declared-options.ts';

const ownOptions = {
  output: {
    short: 'o',
    value: 'FILE',
    otherwise: 'controllers.gen.ts; of files alone annotations.gen.ts',
    description: 'where the module goes',
  },
} as const;

export const buildCommand: CommandDeclaration<typeof prefixOption & typeof strictOption & typeof ownOptions> =
  {
    summary:
      'write signatures of controllers and types of annotated classes as modules, for bundles and fast starts',
    operands: [{ name: 'FILE', repeatable: true, description: 'a module of annotated classes' }],
    options: { ...prefixOption, ...strictOption, ...ownOptions },
    loadsUsersCode: true,
  };
