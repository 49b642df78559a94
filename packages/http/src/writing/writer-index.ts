import type { TypeToken } from '../contract/component.ts';
import { isStreamed } from './result-forms.ts';
import type { PlannedWriter } from './planned-writer.ts';
import type { WriterTry } from './writer-plan.ts';

/** Returns the first writer for a result; undefined if there is none. */
export type FindWriter = (result: unknown) => PlannedWriter | undefined;

/** Creates a look-up by class. `tries` are the tries for one media type, in order. */
export function writerIndex(
  tries: readonly WriterTry[],
  planned: (each: WriterTry) => PlannedWriter,
): FindWriter {
  const untyped = tries.find(({ types }) => types === undefined);
  const other = untyped && planned(untyped);
  const skipsParts = untyped?.general === true;
  const forOthers: FindWriter = skipsParts
    ? (result) => (isStreamed(result) ? undefined : other)
    : () => other;
  const typed = tries.filter((each) => each.types !== undefined);
  if (typed.length === 0) return forOthers;
  const forType = typeLookup(typed.map((each) => ({ types: each.types!, writer: planned(each) })));
  return (result) => forType(result) ?? forOthers(result);
}

interface TypedWriter {
  readonly types: readonly TypeToken[];
  readonly writer: PlannedWriter;
}

function typeLookup(typed: readonly TypedWriter[]): FindWriter {
  // Writers are cached by prototype, because testing the types of all writers for each request is slow.
  const known = new WeakMap<object, PlannedWriter | null>();
  const primitives = new Map<string, PlannedWriter | undefined>(
    [String, Number, Boolean, BigInt].map((token) => [
      token.name.toLowerCase(),
      typed.find(({ types }) => types.includes(token))?.writer,
    ]),
  );
  return (result) => {
    if (typeof result !== 'object' || result === null) return primitives.get(typeof result);
    const prototype = Object.getPrototypeOf(result) as object | null;
    if (prototype === null) return undefined;
    let found = known.get(prototype);
    if (found === undefined) {
      found = typed.find(({ types }) => types.some((type) => isInstance(result, type)))?.writer ?? null;
      known.set(prototype, found);
    }
    return found ?? undefined;
  };
}

function isInstance(result: object, type: TypeToken): boolean {
  return typeof type === 'function' && result instanceof type;
}
