import { type RateLimitOptions, RestResponse } from '@writ/controllers';
import type { z } from 'zod';
import { Api } from '../http/api.ts';
import type { credentials, newUser } from '../http/inputs.ts';
import { loginLimit } from '../http/login-limit.ts';
import { type Account, logIn, register } from '../services/users.ts';

export class Default extends Api {
  /** @throws {409} if another user has the name or the email address */
  async POST({ user }: z.infer<typeof newUser>): Promise<RestResponse<{ user: Account }, 201>> {
    return RestResponse.status(201, { user: await register(this.conduit, user) });
  }
}

export class Login extends Api {
  static rateLimit: RateLimitOptions = loginLimit;

  /** @throws {401} if no user has this email address and password */
  async POST({ user }: z.infer<typeof credentials>): Promise<{ user: Account }> {
    return { user: await logIn(this.conduit, user) };
  }
}
