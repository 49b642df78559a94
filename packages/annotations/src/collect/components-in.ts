import type { Route } from '@writ/http';
import type { Binding, Component } from '@writ/http/kernel';
import { lineage, recordOf } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { argumentsOf } from './arguments.ts';
import { methodsOf, nearest } from '../reading/method.ts';
import { scopesOf } from './scopes-of.ts';

type Named = Pick<Route, 'bindings' | 'scopes'>;

/** Each once, though a class names it for all of its routes. */
export function componentsIn(routes: readonly Named[]): readonly Component<unknown>[] {
  const found = routes.flatMap(({ bindings, scopes = [] }) => [
    ...bindings.flatMap(inBinding),
    ...scopes.flatMap(({ reader, writer, handlers = [], access, events = [] }) => [
      reader,
      writer,
      ...handlers,
      access?.authenticate,
      access?.authorize,
      ...events.map(({ event }) => event),
    ]),
  ]);
  return [...new Set(found)].filter((each) => each !== undefined);
}

function inBinding(binding: Binding): readonly (Component<unknown> | undefined)[] {
  if (binding.source === 'bean') {
    return [...binding.parameters, ...binding.fields.map((field) => field.binding)].flatMap(inBinding);
  }
  return [
    'reader' in binding ? binding.reader : undefined,
    'provider' in binding ? binding.provider : undefined,
  ];
}

/** What a class names for its routes; no object is made of anything. */
export function componentsNamedBy(type: Class): readonly Component<unknown>[] {
  const scope = lineage(type).map((at) => recordOf(at).notes);
  return componentsIn(
    methodsOf(type).flatMap((method): Named[] => {
      const verb = nearest(method.levels, 'verb');
      if (verb === undefined) return [];
      // What is wrong with them is told when the class is registered.
      return [{ bindings: argumentsOf(method, verb, scope, []), scopes: scopesOf(method, type, scope) }];
    }),
  );
}
