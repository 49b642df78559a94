import { Secret } from '@writ/diagnostics';
import { BodyParam, Context, GET, Path, POST } from '@writ/annotations';
import { HttpRequest, HttpResponse, object, RoutingContext } from '@writ/http';
import { noteForAudit } from '../people/record-changes.ts';
import { loginLimits, type Logins } from '../people/logins.ts';
import { problem } from '../problems.ts';
import type { OneTimeCodes } from '../security/one-time-codes.ts';
import { setSessionCookie, usesTls } from '../security/credential.ts';
import type { Right } from '../records/rights.ts';
import type { PeopleStore } from '../store/people-store.ts';
import { tooManyLogins } from './people-problems.ts';

/** How a page can be opened. */
export interface EntryAnswer {
  /** Whether there are users, who log in with their passwords. */
  readonly login: boolean;
}

/** The response to a valid one-time code. */
export interface SessionAnswer {
  readonly token: string;
}

/** The session that a login has opened. */
export interface LoginAnswer {
  readonly user: string;
  readonly role: Right;
  /** The end of the session in ISO 8601, UTC. */
  readonly expires: string;
  /**
   * The token to send as `Authorization: Bearer TOKEN`; absent over TLS, where the response sets a cookie instead.
   */
  readonly token?: string;
}

export interface SessionDependencies {
  readonly codes: OneTimeCodes;
  /** The token that codes are exchanged for. */
  readonly token: string;
  readonly logins: Logins;
  readonly store: PeopleStore;
}

/**
 * Opens pages: exchanges a one-time code for the token, and logs users in. The token is in the body of the response,
 * because it must not appear in a URL, a history or a log.
 */
@Path('/session')
export class Session {
  readonly #dependencies: SessionDependencies;

  constructor(dependencies: SessionDependencies) {
    this.#dependencies = dependencies;
  }

  @GET('/')
  async entry(): Promise<EntryAnswer> {
    return { login: await this.#dependencies.store.hasUsers() };
  }

  @POST('/', BodyParam(object({ code: String })), Context(RoutingContext))
  create({ code }: { readonly code: string }, context: RoutingContext): SessionAnswer {
    const { codes, token } = this.#dependencies;
    noteForAudit(context, {});
    if (codes.redeem(code)) return { token };
    throw problem('code-refused', {
      detail:
        'This address is not valid; it may have been used or have expired. `writ serve --link` (in a checkout, `./run --link`) prints a new one',
    });
  }

  @POST(
    '/login',
    BodyParam(object({ user: String, password: String })),
    Context(RoutingContext),
    Context(HttpRequest),
    Context(HttpResponse),
  )
  async logIn(
    { user, password }: { readonly user: string; readonly password: string },
    context: RoutingContext,
    request: HttpRequest,
    response: HttpResponse,
  ): Promise<LoginAnswer> {
    const { remoteAddress } = request;
    const result = await this.#dependencies.logins.logIn(user, new Secret(password), remoteAddress);
    if (result.kind === 'busy') throw tooManyLogins(result.seconds);
    if (result.kind === 'refused') {
      noteForAudit(context, { actor: result.user ?? null });
      throw problem('login-refused', { detail: 'The name or the password is wrong' });
    }
    const { credential, role, expires, user: name } = result.session;
    noteForAudit(context, { actor: name });
    if (!usesTls(request)) return { user: name, role, expires, token: credential };
    setSessionCookie(response, credential, loginLimits.session / 1_000);
    return { user: name, role, expires };
  }
}
