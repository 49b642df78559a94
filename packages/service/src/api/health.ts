import { GET, Path } from '@writ/annotations';
import { RestResponse } from '@writ/http';
import type { Store } from '../store/store.ts';

export interface HealthAnswer {
  readonly status: 'ok' | 'failing';
  /** The problems; without folder names, because every user of this machine can send this request. */
  readonly problems?: readonly { readonly code: string; readonly detail: string }[];
}

/** The health check, which does not require a token. */
@Path('/health')
export class Health {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  @GET('/')
  async health(): Promise<RestResponse<HealthAnswer, 200> | RestResponse<HealthAnswer, 503>> {
    const error = await this.#store.checkHealth();
    if (error === undefined) return RestResponse.ok({ status: 'ok' });
    const problems = [{ code: error.code, detail: error.message }];
    return RestResponse.status(503, { status: 'failing', problems });
  }
}
