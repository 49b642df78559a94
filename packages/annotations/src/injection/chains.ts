import { propertyOf, type Class } from '../recording/reflection.ts';

/** The classes whose objects are being made, from the outermost. */
export type InjectionChain = readonly Class[];

/** Of each error, the longest chain that it came up through: the innermost class is told of it first. */
const failedChains = new WeakMap<object, InjectionChain>();
/** What is being made asynchronously. */
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

/** ` (Notes > Store > Database)`: how the error came about, when that was not the first class by itself. */
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

/** `Notes > Store > Database`: the innermost of what the object of the class waits for. */
export function describePendingChain(type: Class): string {
  let longest: InjectionChain = [type];
  for (const chain of pendingChains) if (chain[0] === type && chain.length > longest.length) longest = chain;
  return formatChain(longest);
}

export function formatChain(chain: InjectionChain): string {
  return chain.map(({ name }) => name).join(' > ');
}
