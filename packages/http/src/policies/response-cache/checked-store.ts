import { withTimeout } from '@writ/diagnostics/internal';
import type { RoutingContext } from '../../contract/context.ts';
import { isThenable } from '../../internal/thenable.ts';
import type { ResponseStore, StoredResponse, StoredVariants } from './response-store.ts';

type Entry = StoredResponse | StoredVariants;

/**
 * A store whose errors and delays do not prevent a response. An error or timeout is logged, and the entry is treated as
 * missing.
 */
export class CheckedStore {
  readonly #store: ResponseStore;

  constructor(store: ResponseStore) {
    this.#store = store;
  }

  get(context: RoutingContext, key: string): Entry | undefined | Promise<Entry | undefined> {
    return checked(context, () => this.#store.get(key));
  }

  set(context: RoutingContext, key: string, entry: Entry, time: number): void | Promise<void> {
    return checked(context, () => this.#store.set(key, entry, time));
  }

  delete(context: RoutingContext, key: string): void | Promise<void> {
    return checked(context, () => this.#store.delete(key));
  }
}

function checked<T>(
  { toolkit, limits }: RoutingContext,
  call: () => T | Promise<T>,
): T | undefined | Promise<T | undefined> {
  const failed = (error: unknown): undefined => {
    toolkit.logger.error({ error }, 'the store of the response cache failed');
  };
  try {
    const result = call();
    if (!isThenable(result)) return result;
    const late = (): never => {
      throw new Error(`the store took longer than ${limits.provider} ms`);
    };
    return withTimeout(result, limits.provider, late).catch(failed);
  } catch (error) {
    return failed(error);
  }
}
