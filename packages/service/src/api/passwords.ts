import { Secret } from '@writ/diagnostics';
import { BodyParam, Context, Path, POST } from '@writ/annotations';
import { object } from '@writ/http';
import { hashLogins, type Hasher } from '../jobs/hash-logins.ts';
import { Requires } from '../security/requires.ts';

/** A hashed login password. */
export interface PasswordHash {
  /**
   * A crypt(3) hash for `!password` or `!root-password`; the value in the request if it is already a hash or is too
   * long to be hashed.
   */
  readonly hash: string;
}

/** Hashes login passwords for editors, so that a configuration need not contain the password itself. */
@Requires('view')
@Path('/api')
export class Passwords {
  readonly #hash: Hasher;

  constructor(hash: Hasher) {
    this.#hash = hash;
  }

  @POST('/password-hash', BodyParam(object({ password: String })), Context(AbortSignal))
  async hash({ password }: { readonly password: string }, signal: AbortSignal): Promise<PasswordHash> {
    const { password: hash } = await hashLogins(
      new Map([['password', new Secret(password)]]),
      this.#hash,
      signal,
    );
    return { hash: hash! };
  }
}
