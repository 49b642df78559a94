import { Secret } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import { BodyParam, Context, DELETE, GET, Path, PUT } from '@writ/annotations';
import { HttpError, HttpRequest, HttpResponse, object, RestResponse, RoutingContext } from '@writ/http';
import type { Logins } from '../people/logins.ts';
import { hashNewPassword } from '../people/new-password.ts';
import type { HashCost } from '../people/password-hash.ts';
import type { People } from '../people/people.ts';
import { callerOf, type Caller } from '../security/caller.ts';
import { deleteSessionCookie, readCredential, usesTls } from '../security/credential.ts';
import { Requires } from '../security/requires.ts';
import { tooManyLogins } from './people-problems.ts';

/** The sender of the request, and the right that it has. */
export type CallerAnswer = Caller;

export interface CurrentSessionDependencies {
  readonly people: People;
  readonly logins: Logins;
  readonly passwordCost?: HashCost | undefined;
}

/** The caller of the request, with any kind of token or session. */
@Requires('view')
@Path('/api/session')
export class CurrentSession {
  readonly #dependencies: CurrentSessionDependencies;

  constructor(dependencies: CurrentSessionDependencies) {
    this.#dependencies = dependencies;
  }

  @GET('/', Context(RoutingContext))
  read(context: RoutingContext): CallerAnswer {
    const { user, credential, token, right } = callerOf(context)!;
    return { ...defined({ user, token }), credential, right };
  }

  /** Logs out. Has no effect on tokens. */
  @DELETE('/', Context(HttpRequest), Context(HttpResponse))
  async end(request: HttpRequest, response: HttpResponse): Promise<RestResponse<undefined, 204>> {
    await this.#dependencies.logins.logOut(readCredential(request)!);
    if (usesTls(request)) deleteSessionCookie(response);
    return RestResponse.noContent();
  }

  /** Changes the user's own password. All sessions of the user end, this one included. */
  @PUT('/password', BodyParam(object({ current: String, password: String })), Context(RoutingContext))
  async setPassword(
    { current, password }: { readonly current: string; readonly password: string },
    context: RoutingContext,
  ): Promise<RestResponse<undefined, 204>> {
    const { people, logins, passwordCost } = this.#dependencies;
    const { user, credential } = callerOf(context)!;
    if (user === undefined || credential !== 'session')
      throw new HttpError('forbidden', 'Log in to change your password');
    const { remoteAddress } = context.request;
    const isRight = await logins.verify(user, new Secret(current), remoteAddress);
    if (typeof isRight === 'number') throw tooManyLogins(isRight);
    if (!isRight) throw new HttpError('forbidden', 'The current password is wrong');
    await people.setPassword(user, await hashNewPassword(new Secret(password), passwordCost));
    return RestResponse.noContent();
  }
}
