import { providerOf } from '../binding/extract/take-context.ts';
import { readerForText } from '../binding/readers/select.ts';
import type { Binding, Route } from '../contract/route.ts';
import type { Component } from '../contract/component.ts';
import type { Registries } from '../contract/registry.ts';
import type { Choice } from './explanation.ts';
import { levelName } from './choice.ts';
import { placeOnly, printBinding } from './rows.ts';

/** What makes an argument of each binding, and where that was set. */
export function explainBindings(
  route: Route,
  variables: readonly string[],
  values: readonly string[],
  positional: readonly string[],
  registries: Registries,
): readonly Choice[] {
  const given = (binding: Binding): string => {
    if (binding.source === 'path') return ` = ${JSON.stringify(values[variables.indexOf(binding.name)])}`;
    if (binding.source === 'rest') return ` = ${JSON.stringify(positional.slice(binding.index))}`;
    const bit = binding.source === 'position' ? positional[binding.index] : undefined;
    return bit === undefined ? '' : ` = ${JSON.stringify(bit)}`;
  };
  return route.bindings.map((binding) => ({
    what: printBinding(binding) + given(binding),
    from: makerOf(binding, registries),
    origin: placeOnly(binding.origin),
  }));
}

function makerOf(binding: Binding, registries: Registries): string {
  switch (binding.source) {
    case 'context': {
      const { name, provider } = providerOf(binding, registries);
      if (provider === undefined) return name;
      const own = binding.provider === provider;
      return `provider ${name}, ${own ? 'parameter' : levelOf(provider, registries.providers.levels())}`;
    }
    case 'bean':
      return 'its constructor and fields';
    case 'body':
      return 'the body';
    case 'position':
    case 'rest':
      return 'path, else a JSON array';
    case 'name':
    case 'object':
      return 'query, then body';
    default: {
      const reader = readerForText(binding, registries);
      if (reader === undefined) return 'conversion by its type';
      const own = binding.reader === reader;
      return `reader ${reader.name}, ${own ? 'parameter' : levelOf(reader, registries.readers.levels())}`;
    }
  }
}

function levelOf<T>(component: Component<T>, levels: readonly (readonly Component<T>[])[]): string {
  return levelName(levels.findIndex((level) => level.includes(component)));
}
