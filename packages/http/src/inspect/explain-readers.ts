import { readersForBody } from '../binding/readers/select.ts';
import type { Route } from '../contract/route.ts';
import type { Component } from '../contract/component.ts';
import type { Registries } from '../contract/registry.ts';
import type { ValueReader } from '../contract/roles.ts';
import { choice, levelName } from './choice.ts';
import type { Choice } from './explanation.ts';
import { placeOnly } from './rows.ts';

const NAMES = 'names and places of JSON, urlencoded and multipart bodies';

/** Who reads the body of a request, in the order in which they are asked. */
export function explainReaders(route: Route, registries: Registries): readonly Choice[] {
  const sources = new Set(route.bindings.map(({ source }) => source));
  const body = route.bindings.find((binding) => binding.source === 'body');
  if (body?.source !== 'body') {
    if (route.closed || sources.has('object') || sources.has('name') || sources.has('position'))
      return takesBody(route) ? [{ what: NAMES, from: 'built in' }] : [];
    return sources.has('form') ? [{ what: 'urlencoded and multipart forms', from: 'built in' }] : [];
  }
  const { chosen, byMediaType, general } = readersForBody(body, route, registries);
  const levels = registries.readers.levels();
  const from = (reader: Component<ValueReader>): string => {
    if (body.reader === reader) return 'parameter';
    const scope = route.scopes?.findLast(({ reader: own }) => own === reader);
    return scope?.name ?? levelName(levels.findIndex((level) => level.includes(reader)));
  };
  if (chosen !== undefined) return [choice<ValueReader>(from(chosen))(chosen)];
  const registered = byMediaType.map((reader) => ({
    what: `${reader.name} for ${reader.mediaTypes!.join(', ')}`,
    from: from(reader),
    origin: placeOnly(reader.origin),
  }));
  const last =
    general === undefined
      ? { what: builtIn(body.type), from: 'built in' }
      : choice<ValueReader>(from(general))(general);
  return [...registered, last];
}

function takesBody({ method }: Route): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

function builtIn(type: unknown): string {
  if (type === ReadableStream) return 'the stream as it comes';
  if (type === Uint8Array) return 'the bytes';
  return type === String ? 'the text' : 'JSON, or text where the type can be made from one';
}
