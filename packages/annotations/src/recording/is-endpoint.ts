import { lineage, memberOf, type Class } from './records.ts';

/** Whether a value is a class with a verb on one of its methods, its own or an inherited one. */
export function isEndpoint(value: unknown): value is Class {
  return (
    typeof value === 'function' &&
    'prototype' in value &&
    lineage(value as Class).some((type) =>
      Reflect.ownKeys((type as { readonly prototype?: object }).prototype ?? {}).some((name) =>
        memberOf(type, name)?.notes.some(({ kind }) => kind === 'verb'),
      ),
    )
  );
}
