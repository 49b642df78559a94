import type { Component, Route } from '@writ/http';
import { madeFrom, says } from '../components/component.ts';
import type { Finding } from '../findings/finding.ts';
import { resultType } from '../metadata.ts';
import { lineage, type Class } from '../records.ts';
import type { Method } from './method.ts';
import { declaredType, isOrBelow, typeName } from './types.ts';

/**
 * Readers and writers that are named for other types than the method has. Only what is known at run time is judged: a
 * component with its `type`, and a type that the compiler wrote.
 */
export function compatibilityFindings(
  method: Method,
  type: Class,
  { bindings, scopes = [] }: Route,
): Finding[] {
  if (says(type, 'suppressCheck')) return [];
  const narrowest = scopes.toReversed();
  const reader = narrowest.find((scope) => scope.reader !== undefined)?.reader;
  const writer = narrowest.find((scope) => scope.writer !== undefined)?.writer;
  const read = bindings.flatMap((binding) => {
    const own = 'reader' in binding ? binding.reader : binding.source === 'body' ? reader : undefined;
    return own === undefined || !('type' in binding) ? [] : [[own, plain(binding.type)] as const];
  });
  const result = lineage(type)
    .map((at) => declaredType(resultType(at, method.name)))
    .find((each) => each !== undefined);
  return [
    ...read.flatMap(([component, value]) => judge(method, component, value, 'reads', 'parameter')),
    ...(writer === undefined ? [] : judge(method, writer, result, 'writes', 'result')),
  ];
}

function judge(
  method: Method,
  component: Component<any>,
  type: unknown,
  does: 'reads' | 'writes',
  what: 'parameter' | 'result',
): Finding[] {
  const { types } = component;
  const source = madeFrom(component)?.type;
  if (
    types === undefined ||
    typeof type !== 'function' ||
    (source !== undefined && says(source, 'suppressCheck'))
  )
    return [];
  const fits = types.some((each) => isOrBelow(type, each) || isOrBelow(each, type));
  if (fits) return [];
  return [
    {
      rule: 'incompatible-component',
      origin: component.origin ?? {},
      message: () =>
        `${component.name} ${does} ${types.map(typeName).join(', ')}, but the ${what} of ${method.label} is ${typeName(type)}`,
      hint: () =>
        `name another one, or write @SuppressCheck() on the class if it ${does} ${typeName(type)} as well`,
    },
  ];
}

function plain(type: unknown): unknown {
  const of = typeof type === 'object' && type !== null && 'kind' in type && type.kind === 'optional';
  return of ? (type as unknown as { of: unknown }).of : type;
}
