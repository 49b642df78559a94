import { Context, GET, Path } from '@writ/annotations';
import { HttpResponse } from '@writ/http';
import type { Store } from '../store/store.ts';

export interface HealthAnswer {
  readonly status: 'ok' | 'failing';
  /** The problems, without folder names, because every user of this machine can send this request. */
  readonly problems?: readonly { readonly code: string; readonly detail: string }[];
}

/** The health check, which does not require a token. */
@Path('/health')
export class Health {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  @GET('/', Context(HttpResponse))
  health(response: HttpResponse): HealthAnswer {
    const error = this.#store.checkHealth();
    if (error === undefined) return { status: 'ok' };
    response.status = 503;
    return { status: 'failing', problems: [{ code: error.code, detail: error.message }] };
  }
}
