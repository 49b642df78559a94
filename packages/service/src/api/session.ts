import { BodyParam, Path, POST } from '@writ/annotations';
import { object } from '@writ/http';
import { problem } from '../problems.ts';
import type { OneTimeCodes } from '../security/one-time-codes.ts';

/** What the page gets for the code of its address. */
export interface SessionAnswer {
  readonly token: string;
}

/** The way of a browser to the token: by POST, so that no address, history or log holds it. */
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
      detail: 'This address was used already, or is too old; `writ serve --link` prints a new one',
    });
  }
}
