import { withTimeout } from '@writ/diagnostics/internal';
import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import { isThenable } from '@writ/http/kernel';
import { describeThrown } from '../findings/describe-thrown.ts';
import { construct, hasMethod, type Class } from '../recording/reflection.ts';
import {
  describeFailedChain,
  formatChain,
  recordFailure,
  recordPending,
  describePendingChain,
  type InjectionChain,
} from './chains.ts';
import { isInjectedClass } from './inject.ts';

/**
 * Creates instances of classes with their dependencies, synchronously or asynchronously. Any result that is not an
 * instance of the class is reported as a finding.
 */
export interface InjectionProvider {
  /** Returns an instance of the class, or a promise of one. */
  getInstance<T>(type: abstract new (...args: any[]) => T): T | Promise<T>;
}

/** An injection provider, or its class. */
export type InjectionSource = InjectionProvider | (new () => InjectionProvider);

/** Thrown if a provider is invalid, or cannot create an instance of a class. */
export class InjectionError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.hint = hint;
  }
}

/** Whether the value is an `InjectionError`. Safe for any thrown value: even `instanceof` may throw on a proxy. */
export function isInjectionError(error: unknown): error is InjectionError {
  try {
    return error instanceof InjectionError;
  } catch {
    return false;
  }
}

type GetInstance = (type: Class) => unknown;
type InjectionResult = { readonly object: object } | { readonly problem: InjectionError };

const openChain = new AsyncLocalStorage<InjectionChain>();

/** Wraps an injection provider and caches the shared instance of each requested class. */
export class Injector {
  readonly #getInstance: GetInstance;
  readonly #results = new Map<Class, InjectionResult>();
  readonly #pending = new Map<Class, PromiseLike<unknown>>();

  /** @throws InjectionError for an invalid provider */
  constructor(source: InjectionSource) {
    this.#getInstance = trackRequests(providerOf(source));
  }

  isInjectable(type: Class): boolean {
    return isInjectedClass(type);
  }

  /** Returns the shared instance of the class. @throws InjectionError */
  get(type: Class): object {
    const known = this.#results.get(type);
    const result = known ?? this.#request(type);
    if (result === undefined) throw unexpectedAsyncError(type);
    if ('problem' in result) throw result.problem;
    return result.object;
  }

  /** Requests an instance for a single request; it is not cached. @throws InjectionError */
  create(type: Class): object {
    const given = this.#getInstance(type);
    if (isThenable(given)) {
      // The result is not used; suppress the unhandled-rejection warning.
      given.then(undefined, () => {});
      throw new InjectionError(
        `the injector creates ${type.name} asynchronously, but each request needs its own instance`,
        'remove @NoCache() and @Context fields from it, or create it synchronously',
      );
    }
    return assertInstance(type, given);
  }

  /** Whether any requested instance is still being created asynchronously. */
  get hasPending(): boolean {
    return this.#pending.size > 0;
  }

  /** Whether the instance of the class is still being created asynchronously. */
  isPending(type: Class): boolean {
    return this.#pending.has(type);
  }

  /** Waits at most `limit` ms for the requested instances that are created asynchronously. */
  async settle(limit: number): Promise<void> {
    const waits = [...this.#pending].map(async ([type, given]) => {
      const result = await resolveWithin(type, given, limit);
      // A pending instance is not requested again; concurrent callers share the result.
      if (this.#pending.delete(type)) this.#results.set(type, result);
    });
    await Promise.all(waits);
  }

  #request(type: Class): InjectionResult | undefined {
    if (this.#pending.has(type)) return undefined;
    let result: InjectionResult;
    try {
      const given = this.#getInstance(type);
      if (isThenable(given)) {
        given.then(undefined, () => {});
        this.#pending.set(type, given);
        return undefined;
      }
      result = { object: assertInstance(type, given) };
    } catch (error) {
      result = { problem: toInjectionError(type, error) };
    }
    this.#results.set(type, result);
    return result;
  }
}

function providerOf(source: unknown): InjectionProvider {
  const provider =
    typeof source === 'function' && isProvider(source.prototype) ? createProvider(source) : source;
  if (typeof provider !== 'function' && isProvider(provider)) return provider;
  throw new InjectionError(
    `${inspect(source, { depth: 0 })} is not an injector: it has no getInstance(type)`,
    'add the method getInstance(type), which returns an instance of the class',
  );
}

function isProvider(value: unknown): value is InjectionProvider {
  return hasMethod(value, 'getInstance');
}

function createProvider(source: Function): object {
  try {
    return construct(source);
  } catch (error) {
    throw new InjectionError(
      `the injector ${source.name} cannot be instantiated: ${describeThrown(error)}`,
      `pass an instance: new ${source.name}(…)`,
      error,
    );
  }
}

const trackedProviders = new WeakMap<InjectionProvider, GetInstance>();

/**
 * Replaces the provider's `getInstance`, which the provider also calls for dependencies, with a function that tracks
 * nested calls, so that a circular dependency is reported by name instead of causing a stack overflow or a promise that
 * never settles.
 */
function trackRequests(provider: InjectionProvider): GetInstance {
  const known = trackedProviders.get(provider);
  if (known !== undefined) return known;
  const getInstance = provider.getInstance;
  const ask: GetInstance = (type) => {
    const outer = openChain.getStore() ?? [];
    if (outer.includes(type)) throw cyclicDependencyError([...outer.slice(outer.indexOf(type)), type]);
    const chain = [...outer, type];
    try {
      const given: unknown = openChain.run(chain, () => Reflect.apply(getInstance, provider, [type]));
      if (isThenable(given)) recordPending(given, chain);
      return given;
    } catch (error) {
      recordFailure(error, chain);
      throw error;
    }
  };
  trackedProviders.set(provider, ask);
  // Fails silently on a frozen provider.
  Reflect.defineProperty(provider, 'getInstance', { value: ask, configurable: true, writable: true });
  return ask;
}

async function resolveWithin(
  type: Class,
  given: PromiseLike<unknown>,
  limit: number,
): Promise<InjectionResult> {
  try {
    const late = (): never => {
      throw timeoutError(type, limit);
    };
    return { object: assertInstance(type, await withTimeout(given, limit, late)) };
  } catch (error) {
    return { problem: toInjectionError(type, error) };
  }
}

function assertInstance(type: Class, given: unknown): object {
  if (given instanceof type) return given;
  throw new InjectionError(
    `the injector returned ${inspect(given, { depth: 0 })} for ${type.name}`,
    `return an instance of ${type.name} from getInstance, or register one`,
  );
}

/**
 * Converts an error thrown during the creation of an instance to an InjectionError; returns an InjectionError
 * unchanged.
 */
export function toInjectionError(type: Class, error: unknown): InjectionError {
  if (isInjectionError(error)) return error;
  const hint = `return an instance of ${type.name} from getInstance, or register one`;
  const message = `the injector cannot create ${type.name}: ${describeThrown(error)}${describeFailedChain(error)}`;
  return new InjectionError(message, hint, error);
}

function timeoutError(type: Class, limit: number): InjectionError {
  return new InjectionError(
    `the injector did not create ${type.name} within ${limit} ms; it is waiting for ${describePendingChain(type)}`,
    "check what the last class is waiting for, or increase the toolkit's limits.provider",
  );
}

function cyclicDependencyError(chain: InjectionChain): InjectionError {
  return new InjectionError(
    `${chain[0]!.name} depends on itself: ${formatChain(chain)}`,
    'move what they share into a class that both depend on',
  );
}

function unexpectedAsyncError({ name }: Class): InjectionError {
  return new InjectionError(
    `the injector creates ${name} asynchronously, but no annotation declares this dependency`,
    `add @Inject() to the class ${name} itself`,
  );
}
