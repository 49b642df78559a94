import { isControllerClass } from '../controller.ts';
import type { Namespace } from '../discovery/import-modules.ts';

/** A reference to a value: an export of a module, followed by the members that lead to the value. */
export interface Reference {
  /** Absolute path of the module. */
  readonly file: string;
  readonly path: readonly [exportName: string, ...members: string[]];
}

/** Collects references to all exported objects and functions, including those in static members of controllers. */
export function collectReferences(
  namespaces: ReadonlyMap<string, Namespace>,
): ReadonlyMap<unknown, Reference> {
  const found = new Map<unknown, Reference>();
  const add = (value: unknown, reference: Reference): void => {
    if (!isReferenceable(value) || found.has(value)) return;
    found.set(value, reference);
    const { file, path } = reference;
    if (isControllerClass(value)) {
      for (const [name, member] of listStatics(value)) add(member, { file, path: [...path, name] });
    } else if (path.at(-1) === 'params') {
      // The schemas in `static params`, by verb.
      for (const [verb, schema] of Object.entries(value)) add(schema, { file, path: [...path, verb] });
    }
  };
  for (const [file, namespace] of namespaces) {
    for (const [name, value] of Object.entries(namespace)) add(value, { file, path: [name] });
  }
  return found;
}

function isReferenceable(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function listStatics(type: Function): readonly (readonly [string, unknown])[] {
  const own = Object.entries(Object.getOwnPropertyDescriptors(type));
  // A getter is not called: it may have side effects.
  return own.flatMap(([name, { value }]) =>
    name === 'prototype' ? [] : [[name, value as unknown] as const],
  );
}
