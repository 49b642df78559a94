import type { TSType, TSTypeParameterDeclaration, TSTypeParameterInstantiation } from '@oxc-project/types';
import type { ModuleSource, TypeArgument } from './module-source.ts';

/**
 * Returns the module as seen inside a generic declaration, with its type parameters bound to these arguments or to
 * their defaults. `from` is the module in which the arguments are written.
 */
export function withTypeArguments(
  module: ModuleSource,
  parameters: TSTypeParameterDeclaration | null | undefined,
  args: TSTypeParameterInstantiation | null | undefined,
  from: ModuleSource,
): ModuleSource {
  const plain = withoutTypeArguments(module);
  if (parameters == null) return plain;
  const typeArguments = new Map<string, TypeArgument>();
  for (const [index, { name, default: initial }] of parameters.params.entries()) {
    const node = args?.params[index];
    if (node !== undefined) typeArguments.set(name.name, { module: from, node });
    else if (initial !== null) {
      // A default can refer only to the parameters before it.
      const before = { ...plain, typeArguments: new Map(typeArguments) };
      typeArguments.set(name.name, { module: before, node: initial });
    }
  }
  return { ...plain, typeArguments };
}

/** Returns the module with one more type argument: a string literal, bound to the name. */
export function withLiteralArgument(module: ModuleSource, name: string, value: string): ModuleSource {
  const range = { start: 0, end: 0 };
  const literal = { type: 'Literal', value, raw: JSON.stringify(value), ...range };
  const node = { type: 'TSLiteralType', literal, ...range } as TSType;
  return { ...module, typeArguments: new Map([...(module.typeArguments ?? []), [name, { module, node }]]) };
}

/** Returns the module as seen outside its generic declarations. */
export function withoutTypeArguments(module: ModuleSource): ModuleSource {
  if (module.typeArguments === undefined) return module;
  const { typeArguments: _, ...plain } = module;
  return plain;
}
