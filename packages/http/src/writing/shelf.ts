import type { Component, TypeToken } from '../contract/component.ts';
import type { HttpResponseWriter } from '../contract/roles.ts';
import type { Finding } from '../report/findings.ts';
import { reportShadowedWriters } from './shadowed.ts';
import { plannedOrReported, writes, type PlannedWriter } from './planned-writer.ts';

/** The registered writers by what they are for. */
export interface Shelf {
  readonly isEmpty: boolean;
  /** The first registered whose type the result is of; of several rather one that writes the media type. */
  readonly forType: (result: unknown, essence: string | undefined) => PlannedWriter | undefined;
  /** The last registered, of the nearest registry, for that very type and subtype, or else for such a range. */
  readonly forMedia: (essence: string) => PlannedWriter | undefined;
  readonly general: PlannedWriter | undefined;
}

/** `levels`: a list for each registry, the nearest first. */
export function shelfOf(
  levels: readonly (readonly Component<HttpResponseWriter>[])[],
  report: (finding: Finding) => void,
): Shelf {
  for (const level of levels) reportShadowedWriters(level, report);
  const planned = levels.map((level) => level.flatMap((component) => plannedOrReported(component, report)));
  const typed = planned.flat().filter(({ types }) => types !== undefined);
  const untyped = planned.map((level) => level.filter(({ types }) => types === undefined).toReversed());
  const byMedia = untyped.map((level) => level.filter((each) => !isGeneral(each)));
  const findMedia = (essence: string): PlannedWriter | undefined => {
    for (const level of byMedia) {
      const exact = level.find(({ essences }) => essences!.includes(essence));
      const found = exact ?? level.find((each) => writes(each, essence));
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    isEmpty: planned.flat().length === 0,
    forType: typed.length === 0 ? () => undefined : typeLookup(typed),
    forMedia: remembering(findMedia),
    general: untyped.flat().find(isGeneral),
  };
}

/** What routes declare is asked again and again; what handlers make up on the way is not kept without bound. */
function remembering<T>(find: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    if (known.has(key)) return known.get(key) as T;
    const found = find(key);
    if (known.size < 64) known.set(key, found);
    return found;
  };
}

function isGeneral({ essences }: PlannedWriter): boolean {
  return essences === undefined || essences.includes('*/*');
}

function typeLookup(typed: readonly PlannedWriter[]): Shelf['forType'] {
  // By prototype: results of one class have the same, and asking every writer's type for each request is slow.
  const known = new WeakMap<object, readonly PlannedWriter[]>();
  const primitives = new Map<string, readonly PlannedWriter[]>(
    [String, Number, Boolean, BigInt].map((token) => [
      token.name.toLowerCase(),
      typed.filter(({ types }) => types!.includes(token)),
    ]),
  );
  const candidates = (result: unknown): readonly PlannedWriter[] | undefined => {
    if (typeof result !== 'object' || result === null) return primitives.get(typeof result);
    const prototype = Object.getPrototypeOf(result) as object | null;
    if (prototype === null) return undefined;
    let found = known.get(prototype);
    if (found === undefined) {
      found = typed.filter(({ types }) => types!.some((type) => isInstance(result, type)));
      known.set(prototype, found);
    }
    return found;
  };
  return (result, essence) => {
    const all = candidates(result);
    if (all === undefined || all.length < 2 || essence === undefined) return all?.[0];
    return all.find((each) => writes(each, essence)) ?? all[0];
  };
}

function isInstance(result: object, type: TypeToken): boolean {
  return typeof type === 'function' && result instanceof type;
}
