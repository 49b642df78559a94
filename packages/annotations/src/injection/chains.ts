import { propertyOf, type Class } from '../recording/reflection.ts';

/** The classes that are being created, outermost first. */
export type InjectionChain = readonly Class[];

/** The chain of classes that were being created when each error was thrown. */
const failedChains = new WeakMap<object, InjectionChain>();
/** The chains whose innermost instance is being created asynchronously. */
const pendingChains = new Set<InjectionChain>();

export function recordFailure(error: unknown, chain: InjectionChain): void {
  if (typeof error === 'object' && error !== null && !failedChains.has(error)) failedChains.set(error, chain);
}

export function recordPending(given: PromiseLike<unknown>, chain: InjectionChain): void {
  pendingChains.add(chain);
  given.then(
    () => void pendingChains.delete(chain),
    (error: unknown) => {
      pendingChains.delete(chain);
      recordFailure(error, chain);
    },
  );
}

/**
 * Describes the chain of an error, such as ` (Notes > Store > Database)`; returns an empty string if the error occurred
 * in the requested class itself or its chain is unknown.
 */
export function describeFailedChain(error: unknown): string {
  let longest: InjectionChain = [];
  const seen = new Set<unknown>();
  for (let at = error; typeof at === 'object' && at !== null && !seen.has(at); at = readCause(at)) {
    seen.add(at);
    const chain = failedChains.get(at) ?? [];
    if (chain.length > longest.length) longest = chain;
  }
  return longest.length < 2 ? '' : ` (${formatChain(longest)})`;
}

function readCause(error: object): unknown {
  try {
    return propertyOf(error, 'cause');
  } catch {
    return undefined;
  }
}

/** Describes the longest chain that the instance of the class is waiting for, such as `Notes > Store > Database`. */
export function describePendingChain(type: Class): string {
  let longest: InjectionChain = [type];
  for (const chain of pendingChains) if (chain[0] === type && chain.length > longest.length) longest = chain;
  return formatChain(longest);
}

export function formatChain(chain: InjectionChain): string {
  return chain.map(({ name }) => name).join(' > ');
}
