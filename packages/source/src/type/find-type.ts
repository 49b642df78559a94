import type { TSTypeName } from '@oxc-project/types';
import type { TypeSource } from '../module/lookup.ts';
import type { Scope } from './scope.ts';

/** Finds the type `Note`, or `types.Note` if `types` is a namespace import. */
export function findType(name: TSTypeName, { lookup, module }: Scope): TypeSource | undefined {
  if (name.type === 'Identifier') return lookup.findType(module, name.name);
  if (name.type !== 'TSQualifiedName' || name.left.type !== 'Identifier') return undefined;
  const imported = module.imports.get(name.left.name);
  return imported === undefined || imported.name !== undefined
    ? undefined
    : lookup.findTypeIn(module, imported.specifier, name.right.name);
}
