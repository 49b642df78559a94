import type { Route } from '@writ/http';
import type { Binding, Component } from '@writ/http/kernel';
import { lineage, classRecordOf } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import { resolveBindings } from './bindings.ts';
import { methodsOf, nearestAnnotation } from '../reading/method.ts';
import { withVerbs } from '../reading/hooks.ts';
import { resolveScopes } from './route-scopes.ts';

type ComponentHolder = Pick<Route, 'bindings' | 'scopes'>;

/**
 * Returns the components of the routes without duplicates, because a class may declare one component for all its
 * routes.
 */
export function collectComponents(routes: readonly ComponentHolder[]): readonly Component<unknown>[] {
  const found = routes.flatMap(({ bindings, scopes = [] }) => [
    ...bindings.flatMap(bindingComponents),
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

function bindingComponents(binding: Binding): readonly (Component<unknown> | undefined)[] {
  if (binding.source === 'bean') {
    return [...binding.parameters, ...binding.fields.map((field) => field.binding)].flatMap(
      bindingComponents,
    );
  }
  return [
    'reader' in binding ? binding.reader : undefined,
    'provider' in binding ? binding.provider : undefined,
  ];
}

/** Returns the components that a class declares for its routes, without creating their instances. */
export function collectClassComponents(type: Class): readonly Component<unknown>[] {
  const scope = lineage(type).map((at) => classRecordOf(at).annotations);
  const methods = methodsOf(type).map(withVerbs);
  return collectComponents(
    methods.flatMap((method): ComponentHolder[] => {
      const verb = nearestAnnotation(method.levels, 'verb');
      if (verb === undefined) return [];
      // Findings are reported when the class is registered.
      return [
        { bindings: resolveBindings(method, verb, scope, []), scopes: resolveScopes(method, type, scope) },
      ];
    }),
  );
}
