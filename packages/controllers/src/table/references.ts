import { isControllerClass } from '../controller.ts';
import type { Namespace } from '../discovery/import-modules.ts';

/** How a value is reached from outside: an export of a module, and members of it. */
export interface Reference {
  /** Absolute. */
  readonly file: string;
  readonly path: readonly [exportName: string, ...members: string[]];
}

/** Every object and function that modules export, or that is a static member of a controller, with the way to it. */
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
      // Of each verb the schema that stands in place of its signature.
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
  // A getter may do anything.
  return own.flatMap(([name, { value }]) =>
    name === 'prototype' ? [] : [[name, value as unknown] as const],
  );
}
