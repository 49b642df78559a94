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

/** Whether `@SuppressCheck` on an endpoint or a component disables the type comparison between the two. */
export function isCheckSuppressed(type: Class, component: Component<unknown>): boolean {
  const componentClass = componentSourceOf(component)?.type;
  return (
    hasAnnotation(type, 'suppressCheck') ||
    (componentClass !== undefined && hasAnnotation(componentClass, 'suppressCheck'))
  );
}

/**
 * Removes the declared types of readers with suppressed checks, so that the kernel does not compare them with the
 * required types.
 */
export function withoutSuppressedTypes(type: Class, route: Route): Route {
  const plain = <T>(component: Component<T>): Component<T> =>
    isCheckSuppressed(type, component) ? withoutTypes(component) : component;
  const hasReader = (part: object): boolean => 'reader' in part && part.reader !== undefined;
  if (!route.bindings.some(hasReader) && !route.scopes?.some(hasReader)) return route;
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

/**
 * Reports a writer whose types do not match the method's result type in the metadata, unless the check is suppressed.
 */
export function checkWriter(method: Method, type: Class, { scopes = [] }: Route): Finding[] {
  const writer = scopes.findLast((scope) => scope.writer !== undefined)?.writer;
  if (writer?.types === undefined) return [];
  const result = lineage(type)
    .map((at) => declaredType(resultType(at, method.name)))
    .find((each) => each !== undefined);
  const { types } = writer;
  if (typeof result !== 'function') return [];
  if (isCheckSuppressed(type, writer)) return [];
  if (types.some((each) => isSubclass(result, each) || isSubclass(each, result))) return [];
  return [
    {
      rule: 'incompatible-component',
      origin: writer.origin ?? {},
      message: () =>
        `${writer.name} writes ${types.map(typeName).join(', ')}, but ${method.label} returns ${typeName(result)}`,
      hint: () =>
        `use another writer, or add @SuppressCheck() to the class if this one also writes ${typeName(result)}`,
    },
  ];
}
