import { withTimeout } from '@writ/diagnostics/internal';
import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import { isThenable } from '@writ/http/kernel';
import { thrownText } from '../findings/thrown.ts';
import { construct, hasMethod, type Class } from '../recording/reflection.ts';
import { chainOf, named, noteFailure, noteWaiting, waitingFor, type Chain } from './chains.ts';
import { isInjected } from './inject.ts';

/** Makes objects of classes with all that they need; a promise where that takes time. Null is "cannot". */
export interface InjectionProvider {
  /** An object of the class, or a promise of it. */
  getInstance<T>(type: abstract new (...args: any[]) => T): T | Promise<T>;
}

/** An injection provider, or its class. */
export type InjectionSource = InjectionProvider | (new () => InjectionProvider);

/** Why there is no object of a class. */
export class InjectionProblem extends Error {
  readonly hint: string;

  constructor(message: string, hint: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.hint = hint;
  }
}

/** Of whatever was thrown: a proxy may throw at any question. */
export function isInjectionProblem(error: unknown): error is InjectionProblem {
  try {
    return error instanceof InjectionProblem;
  } catch {
    return false;
  }
}

type Ask = (type: Class) => unknown;
type Made = { readonly object: object } | { readonly problem: InjectionProblem };

const open = new AsyncLocalStorage<Chain>();

/** One provider, and one object of each class that it is asked for. */
export class Injector {
  readonly #ask: Ask;
  readonly #made = new Map<Class, Made>();
  readonly #pending = new Map<Class, PromiseLike<unknown>>();

  /** @throws InjectionProblem for what is no provider. */
  constructor(source: InjectionSource) {
    this.#ask = watched(providerOf(source));
  }

  asks(type: Class): boolean {
    return isInjected(type);
  }

  /** The one object of the class. @throws InjectionProblem */
  get(type: Class): object {
    const known = this.#made.get(type);
    const made = known ?? this.#make(type);
    if (made === undefined) throw later(type);
    if ('problem' in made) throw made.problem;
    return made.object;
  }

  /** An object for one request. @throws InjectionProblem */
  fresh(type: Class): object {
    const given = this.#ask(type);
    if (isThenable(given)) {
      // Nobody waits for it, but nobody is to be told that its failure was not handled.
      given.then(undefined, () => {});
      throw new InjectionProblem(
        `the injector makes ${type.name} asynchronously, but there is to be one for each request`,
        'remove @NoCache() and @Context fields from it, or make it at once',
      );
    }
    return objectOf(type, given);
  }

  /** Whether something that was asked for is made asynchronously, and is not there yet. */
  get pending(): boolean {
    return this.#pending.size > 0;
  }

  /** Whether the object of the class is such. */
  awaits(type: Class): boolean {
    return this.#pending.has(type);
  }

  /** Waits, for at most so many ms, for what is made asynchronously of what was asked for. */
  async settle(limit: number): Promise<void> {
    const waits = [...this.#pending].map(async ([type, given]) => {
      const made = await madeWithin(type, given, limit);
      // Until then nobody asks for it again; who waits beside this one gets the same.
      if (this.#pending.delete(type)) this.#made.set(type, made);
    });
    await Promise.all(waits);
  }

  #make(type: Class): Made | undefined {
    if (this.#pending.has(type)) return undefined;
    let made: Made;
    try {
      const given = this.#ask(type);
      if (isThenable(given)) {
        given.then(undefined, () => {});
        this.#pending.set(type, given);
        return undefined;
      }
      made = { object: objectOf(type, given) };
    } catch (error) {
      made = { problem: problemOf(type, error) };
    }
    this.#made.set(type, made);
    return made;
  }
}

function providerOf(source: unknown): InjectionProvider {
  const provider =
    typeof source === 'function' && isProvider(source.prototype) ? makeProvider(source) : source;
  if (typeof provider !== 'function' && isProvider(provider)) return provider;
  throw new InjectionProblem(
    `${inspect(source, { depth: 0 })} is no injector: it has no getInstance(type)`,
    'give it the method getInstance(type), which makes an object of the class',
  );
}

function isProvider(value: unknown): value is InjectionProvider {
  return hasMethod(value, 'getInstance');
}

function makeProvider(source: Function): object {
  try {
    return construct(source);
  } catch (error) {
    throw new InjectionProblem(
      `the injector ${source.name} cannot be made: ${thrownText(error)}`,
      `name an instance: new ${source.name}(…)`,
      error,
    );
  }
}

const watching = new WeakMap<InjectionProvider, Ask>();

/**
 * A provider asks itself for what a class needs. It is watched at that, so that classes that need each other are told by
 * name, in place of a stack that overflows or a promise that never comes.
 */
function watched(provider: InjectionProvider): Ask {
  const known = watching.get(provider);
  if (known !== undefined) return known;
  const getInstance = provider.getInstance;
  const ask: Ask = (type) => {
    const outer = open.getStore() ?? [];
    if (outer.includes(type)) throw cyclic([...outer.slice(outer.indexOf(type)), type]);
    const chain = [...outer, type];
    try {
      const given: unknown = open.run(chain, () => Reflect.apply(getInstance, provider, [type]));
      if (isThenable(given)) noteWaiting(given, chain);
      return given;
    } catch (error) {
      noteFailure(error, chain);
      throw error;
    }
  };
  watching.set(provider, ask);
  // Not of one that is frozen.
  Reflect.defineProperty(provider, 'getInstance', { value: ask, configurable: true, writable: true });
  return ask;
}

async function madeWithin(type: Class, given: PromiseLike<unknown>, limit: number): Promise<Made> {
  try {
    const late = (): never => {
      throw tooLate(type, limit);
    };
    return { object: objectOf(type, await withTimeout(given, limit, late)) };
  } catch (error) {
    return { problem: problemOf(type, error) };
  }
}

function objectOf(type: Class, given: unknown): object {
  if (given instanceof type) return given;
  throw new InjectionProblem(
    `the injector gives ${inspect(given, { depth: 0 })} for ${type.name}`,
    `let getInstance make an object of ${type.name}, or register an instance`,
  );
}

/** What keeps an object of the class from being made. */
export function problemOf(type: Class, error: unknown): InjectionProblem {
  if (isInjectionProblem(error)) return error;
  const hint = `let getInstance make an object of ${type.name}, or register an instance`;
  const message = `the injector cannot make ${type.name}: ${thrownText(error)}${chainOf(error)}`;
  return new InjectionProblem(message, hint, error);
}

function tooLate(type: Class, limit: number): InjectionProblem {
  return new InjectionProblem(
    `the injector has not made ${type.name} within ${limit} ms; it waits for ${waitingFor(type)}`,
    'look at what the last of them waits for, or set limits.provider of the toolkit',
  );
}

function cyclic(chain: Chain): InjectionProblem {
  return new InjectionProblem(
    `${chain[0]!.name} needs itself: ${named(chain)}`,
    'take what they share out of them, into a class that both need',
  );
}

function later({ name }: Class): InjectionProblem {
  return new InjectionProblem(
    `the injector makes ${name} asynchronously, and it is not known ahead that it will be asked for it`,
    `put @Inject() on the class ${name} itself`,
  );
}
