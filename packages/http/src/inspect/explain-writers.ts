import type { Route } from '../contract/route.ts';
import type { Component } from '../contract/component.ts';
import type { Registries } from '../contract/registry.ts';
import type { HttpResponseWriter } from '../contract/roles.ts';
import { choice, levelName } from './choice.ts';
import type { Choice } from './explanation.ts';
import { placeOnly } from './rows.ts';

type Writer = Component<HttpResponseWriter>;

/** Who may write the result: the route's own alone, or those registered for its type, its media type, or anything. */
export function explainWriters(route: Route, registries: Registries): readonly Choice[] {
  const scope = route.scopes?.findLast(({ writer }) => writer !== undefined);
  if (scope?.writer !== undefined) return [choice<HttpResponseWriter>(scope.name ?? 'route')(scope.writer)];
  const placed = registries.writers
    .levels()
    .flatMap((level, index) => level.map((writer) => ({ writer, from: levelName(index) })));
  const text = (writer: Writer): string => {
    if (writer.types !== undefined) return choice<HttpResponseWriter>('')(writer).what;
    return writer.mediaTypes === undefined
      ? writer.name
      : `${writer.name} for ${writer.mediaTypes.join(', ')}`;
  };
  const rank = ({ types, mediaTypes }: Writer): number =>
    types !== undefined ? 0 : mediaTypes !== undefined ? 1 : 2;
  return [
    ...placed
      .toSorted((a, b) => rank(a.writer) - rank(b.writer))
      .map(({ writer, from }) => ({ what: text(writer), from, origin: placeOnly(writer.origin) })),
    { what: builtIn(route), from: 'built in' },
  ];
}

function builtIn({ produces }: Route): string {
  if (produces !== undefined && produces.length > 0) return produces.join(', ');
  return 'what the result is: JSON, text, bytes or a stream';
}
