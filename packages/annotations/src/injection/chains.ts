import { propertyOf, type Class } from '../recording/reflection.ts';

/** The classes whose objects are being made, from the outermost. */
export type Chain = readonly Class[];

/** Of each error, the longest chain that it came up through: the innermost class is told of it first. */
const failed = new WeakMap<object, Chain>();
/** What is being made asynchronously. */
const waiting = new Set<Chain>();

export function noteFailure(error: unknown, chain: Chain): void {
  if (typeof error === 'object' && error !== null && !failed.has(error)) failed.set(error, chain);
}

export function noteWaiting(given: PromiseLike<unknown>, chain: Chain): void {
  waiting.add(chain);
  given.then(
    () => void waiting.delete(chain),
    (error: unknown) => {
      waiting.delete(chain);
      noteFailure(error, chain);
    },
  );
}

/** ` (Notes > Store > Database)`: how the error came about, when that was not the first class by itself. */
export function chainOf(error: unknown): string {
  let longest: Chain = [];
  const seen = new Set<unknown>();
  for (let at = error; typeof at === 'object' && at !== null && !seen.has(at); at = causeOf(at)) {
    seen.add(at);
    const chain = failed.get(at) ?? [];
    if (chain.length > longest.length) longest = chain;
  }
  return longest.length < 2 ? '' : ` (${named(longest)})`;
}

function causeOf(error: object): unknown {
  try {
    return propertyOf(error, 'cause');
  } catch {
    return undefined;
  }
}

/** `Notes > Store > Database`: the innermost of what the object of the class waits for. */
export function waitingFor(type: Class): string {
  let longest: Chain = [type];
  for (const chain of waiting) if (chain[0] === type && chain.length > longest.length) longest = chain;
  return named(longest);
}

export function named(chain: Chain): string {
  return chain.map(({ name }) => name).join(' > ');
}
