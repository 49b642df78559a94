import { defined, isSubclass } from '@writ/diagnostics/internal';
import type { Route } from '@writ/http';
import type { Component, Scope } from '@writ/http/kernel';
import { componentSourceOf, hasAnnotation, withoutTypes } from '../components/component.ts';
import type { Finding } from '../findings/finding.ts';
import { resultType } from '../recording/metadata.ts';
import { lineage } from '../recording/records.ts';
import type { Class } from '../recording/reflection.ts';
import type { Method } from '../reading/method.ts';
import { declaredType, typeName } from '../reading/types.ts';

/** Whether nobody is to compare the types of a component with those of the methods that it is named for. */
export function isCheckSuppressed(type: Class, component: Component<unknown>): boolean {
  const made = componentSourceOf(component)?.type;
  return hasAnnotation(type, 'suppressCheck') || (made !== undefined && hasAnnotation(made, 'suppressCheck'));
}

/** The kernel compares what a reader makes with what it is to make, when the reader says it; so here it does not. */
export function withoutSuppressedTypes(type: Class, route: Route): Route {
  const plain = <T>(component: Component<T>): Component<T> =>
    isCheckSuppressed(type, component) ? withoutTypes(component) : component;
  return {
    ...route,
    bindings: route.bindings.map((binding) =>
      'reader' in binding && binding.reader !== undefined
        ? { ...binding, reader: plain(binding.reader) }
        : binding,
    ),
    ...defined({
      scopes: route.scopes?.map((scope): Scope =>
        scope.reader === undefined ? scope : { ...scope, reader: plain(scope.reader) },
      ),
    }),
  };
}

/** A writer that is named for another type than the compiler says the method gives. */
export function checkWriter(method: Method, type: Class, { scopes = [] }: Route): Finding[] {
  const writer = scopes.findLast((scope) => scope.writer !== undefined)?.writer;
  const result = lineage(type)
    .map((at) => declaredType(resultType(at, method.name)))
    .find((each) => each !== undefined);
  const types = writer?.types;
  if (writer === undefined || types === undefined || typeof result !== 'function') return [];
  if (isCheckSuppressed(type, writer)) return [];
  if (types.some((each) => isSubclass(result, each) || isSubclass(each, result))) return [];
  return [
    {
      rule: 'incompatible-component',
      origin: writer.origin ?? {},
      message: () =>
        `${writer.name} writes ${types.map(typeName).join(', ')}, but the result of ${method.label} is ${typeName(result)}`,
      hint: () =>
        `name another one, or write @SuppressCheck() on the class if it writes ${typeName(result)} as well`,
    },
  ];
}
