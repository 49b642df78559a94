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

/** Makes objects of classes with all that they need; a promise where that takes time. Null is "cannot". */
export interface InjectionProvider {
  /** An object of the class, or a promise of it. */
  getInstance<T>(type: abstract new (...args: any[]) => T): T | Promise<T>;
}

/** An injection provider, or its class. */
export type InjectionSource = InjectionProvider | (new () => InjectionProvider);

/** Why there is no object of a class. */
export class InjectionError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.hint = hint;
  }
}

/** Of whatever was thrown: a proxy may throw at any question. */
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

/** One provider, and one object of each class that it is asked for. */
export class Injector {
  readonly #getInstance: GetInstance;
  readonly #results = new Map<Class, InjectionResult>();
  readonly #pending = new Map<Class, PromiseLike<unknown>>();

  /** @throws InjectionProblem for what is no provider. */
  constructor(source: InjectionSource) {
    this.#getInstance = trackRequests(providerOf(source));
  }

  isInjectable(type: Class): boolean {
    return isInjectedClass(type);
  }

  /** The one object of the class. @throws InjectionProblem */
  get(type: Class): object {
    const known = this.#results.get(type);
    const made = known ?? this.#request(type);
    if (made === undefined) throw unexpectedAsyncError(type);
    if ('problem' in made) throw made.problem;
    return made.object;
  }

  /** An object for one request. @throws InjectionProblem */
  create(type: Class): object {
    const given = this.#getInstance(type);
    if (isThenable(given)) {
      // Nobody waits for it, but nobody is to be told that its failure was not handled.
      given.then(undefined, () => {});
      throw new InjectionError(
        `the injector makes ${type.name} asynchronously, but there is to be one for each request`,
        'remove @NoCache() and @Context fields from it, or make it at once',
      );
    }
    return assertInstance(type, given);
  }

  /** Whether something that was asked for is made asynchronously, and is not there yet. */
  get hasPending(): boolean {
    return this.#pending.size > 0;
  }

  /** Whether the object of the class is such. */
  isPending(type: Class): boolean {
    return this.#pending.has(type);
  }

  /** Waits, for at most so many ms, for what is made asynchronously of what was asked for. */
  async settle(limit: number): Promise<void> {
    const waits = [...this.#pending].map(async ([type, given]) => {
      const made = await resolveWithin(type, given, limit);
      // Until then nobody asks for it again; who waits beside this one gets the same.
      if (this.#pending.delete(type)) this.#results.set(type, made);
    });
    await Promise.all(waits);
  }

  #request(type: Class): InjectionResult | undefined {
    if (this.#pending.has(type)) return undefined;
    let made: InjectionResult;
    try {
      const given = this.#getInstance(type);
      if (isThenable(given)) {
        given.then(undefined, () => {});
        this.#pending.set(type, given);
        return undefined;
      }
      made = { object: assertInstance(type, given) };
    } catch (error) {
      made = { problem: toInjectionError(type, error) };
    }
    this.#results.set(type, made);
    return made;
  }
}

function providerOf(source: unknown): InjectionProvider {
  const provider =
    typeof source === 'function' && isProvider(source.prototype) ? createProvider(source) : source;
  if (typeof provider !== 'function' && isProvider(provider)) return provider;
  throw new InjectionError(
    `${inspect(source, { depth: 0 })} is no injector: it has no getInstance(type)`,
    'give it the method getInstance(type), which makes an object of the class',
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
      `the injector ${source.name} cannot be made: ${describeThrown(error)}`,
      `name an instance: new ${source.name}(…)`,
      error,
    );
  }
}

const trackedProviders = new WeakMap<InjectionProvider, GetInstance>();

/**
 * A provider asks itself for what a class needs. It is watched at that, so that classes that need each other are told by
 * name, in place of a stack that overflows or a promise that never comes.
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
  // Not of one that is frozen.
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
    `the injector gives ${inspect(given, { depth: 0 })} for ${type.name}`,
    `let getInstance make an object of ${type.name}, or register an instance`,
  );
}

/** What keeps an object of the class from being made. */
export function toInjectionError(type: Class, error: unknown): InjectionError {
  if (isInjectionError(error)) return error;
  const hint = `let getInstance make an object of ${type.name}, or register an instance`;
  const message = `the injector cannot make ${type.name}: ${describeThrown(error)}${describeFailedChain(error)}`;
  return new InjectionError(message, hint, error);
}

function timeoutError(type: Class, limit: number): InjectionError {
  return new InjectionError(
    `the injector has not made ${type.name} within ${limit} ms; it waits for ${describePendingChain(type)}`,
    'look at what the last of them waits for, or set limits.provider of the toolkit',
  );
}

function cyclicDependencyError(chain: InjectionChain): InjectionError {
  return new InjectionError(
    `${chain[0]!.name} needs itself: ${formatChain(chain)}`,
    'take what they share out of them, into a class that both need',
  );
}

function unexpectedAsyncError({ name }: Class): InjectionError {
  return new InjectionError(
    `the injector makes ${name} asynchronously, and it is not known ahead that it will be asked for it`,
    `put @Inject() on the class ${name} itself`,
  );
}
