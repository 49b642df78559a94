import { BodyParam, Path, POST } from '@writ/annotations';
import { object } from '@writ/http';
import { problem } from '../problems.ts';
import type { OneTimeCodes } from '../security/one-time-codes.ts';

/** The response to a valid one-time code. */
export interface SessionAnswer {
  readonly token: string;
}

/**
 * Exchanges a one-time code for the token. The token is in the body of the response, because it must not appear in a
 * URL, a history or a log.
 */
@Path('/session')
export class Session {
  readonly #codes: OneTimeCodes;
  readonly #token: string;

  constructor(codes: OneTimeCodes, token: string) {
    this.#codes = codes;
    this.#token = token;
  }

  @POST('/', BodyParam(object({ code: String })))
  create({ code }: { readonly code: string }): SessionAnswer {
    if (this.#codes.redeem(code)) return { token: this.#token };
    throw problem('code-refused', {
      detail:
        'This address is not valid; it may have been used or have expired. `writ serve --link` (in a checkout, `./run --link`) prints a new one',
    });
  }
}
