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
  const found = new Set<Component<unknown>>();
  const add = (component: Component<unknown> | undefined): void => {
    if (component !== undefined) found.add(component);
  };
  for (const { bindings, scopes } of routes) {
    for (const binding of bindings) addBindingComponents(binding, add);
    for (const { reader, writer, handlers, access, events } of scopes ?? []) {
      add(reader);
      add(writer);
      handlers?.forEach(add);
      add(access?.authenticate);
      add(access?.authorize);
      events?.forEach(({ event }) => add(event));
    }
  }
  return [...found];
}

function addBindingComponents(
  binding: Binding,
  add: (component: Component<unknown> | undefined) => void,
): void {
  if (binding.source === 'bean') {
    for (const parameter of binding.parameters) addBindingComponents(parameter, add);
    for (const field of binding.fields) addBindingComponents(field.binding, add);
    return;
  }
  if ('reader' in binding) add(binding.reader);
  if ('provider' in binding) add(binding.provider);
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
