import { isThenable } from '../internal/thenable.ts';

type Listener<T> = (value: T) => unknown;

/** What waits for a {@link Later}, and what that leads to. */
interface Waiting<T> {
  readonly onValue: Listener<T> | null | undefined;
  readonly onError: Listener<unknown> | null | undefined;
  readonly next: Later<any>;
}

/**
 * A value that comes later, for the pipeline's own use: a thenable that tells who waits at once when the value is there.
 * A body goes through four hands until it is an answer; as promises each of them is a turn in the microtask queue.
 */
export class Later<T> implements PromiseLike<T> {
  #state: 'open' | 'value' | 'error' = 'open';
  #outcome: unknown = undefined;
  /** Who waits; the others, should there be any. */
  #onValue: Listener<T> | null | undefined = undefined;
  #onError: Listener<unknown> | null | undefined = undefined;
  #next: Later<any> | undefined = undefined;
  #others: Waiting<T>[] | undefined = undefined;

  // oxlint-disable-next-line unicorn/no-thenable -- to be one is its purpose
  then<A = T, B = never>(
    onValue?: ((value: T) => A | PromiseLike<A>) | null,
    onError?: ((error: any) => B | PromiseLike<B>) | null,
  ): Later<A | B> {
    const next = new Later<A | B>();
    if (this.#state !== 'open') {
      this.#tell(onValue, onError, next);
    } else if (this.#next === undefined) {
      this.#onValue = onValue;
      this.#onError = onError;
      this.#next = next;
    } else {
      (this.#others ??= []).push({ onValue, onError, next });
    }
    return next;
  }

  /** Only the first call of this or `reject` counts. */
  resolve(value: T): void {
    this.#settle('value', value);
  }

  reject(error: unknown): void {
    this.#settle('error', error);
  }

  #settle(state: 'value' | 'error', outcome: unknown): void {
    if (this.#state !== 'open') return;
    this.#state = state;
    this.#outcome = outcome;
    if (this.#next === undefined) return;
    this.#tell(this.#onValue, this.#onError, this.#next);
    if (this.#others === undefined) return;
    for (const each of this.#others) this.#tell(each.onValue, each.onError, each.next);
  }

  #tell(onValue: Waiting<T>['onValue'], onError: Waiting<T>['onError'], next: Later<any>): void {
    const listener = (this.#state === 'value' ? onValue : onError) as Listener<unknown> | null | undefined;
    if (listener == null) {
      next.#settle(this.#state as 'value' | 'error', this.#outcome);
      return;
    }
    try {
      const result = listener(this.#outcome);
      if (isThenable(result)) {
        adopted(result).then(
          (value) => next.#settle('value', value),
          (error) => next.#settle('error', error),
        );
      } else {
        next.#settle('value', result);
      }
    } catch (error) {
      next.#settle('error', error);
    }
  }
}

/**
 * What may be waited for as it is: a promise of the thenable's value, however deep, that settles once. Others may call
 * back twice, give yet another thenable, or throw what they have resolved.
 */
export function adopted<T>(thenable: PromiseLike<T>): PromiseLike<T> {
  return thenable instanceof Promise || thenable instanceof Later ? thenable : Promise.resolve(thenable);
}
