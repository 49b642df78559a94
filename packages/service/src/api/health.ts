import { Context, GET, Path } from '@writ/annotations';
import { HttpResponse } from '@writ/http';
import type { Store } from '../store/store.ts';

export interface HealthAnswer {
  readonly status: 'ok' | 'failing';
  /** What is wrong, without names of folders: anyone on this machine may ask. */
  readonly problems?: readonly { readonly code: string; readonly detail: string }[];
}

/** Answers while the service runs, without a token. */
@Path('/health')
export class Health {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  @GET('/', Context(HttpResponse))
  health(response: HttpResponse): HealthAnswer {
    const fault = this.#store.fault();
    if (fault === undefined) return { status: 'ok' };
    response.status = 503;
    return { status: 'failing', problems: [{ code: fault.code, detail: fault.message }] };
  }
}
