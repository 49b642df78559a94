import { BodyParam, Context, DELETE, GET, Path, PathParam, POST } from '@writ/annotations';
import { int, object, oneOf, optional, RestResponse, RoutingContext } from '@writ/http';
import { PeopleError } from '../people/people-error.ts';
import type { CreatedToken, People } from '../people/people.ts';
import { callerOf, type Caller } from '../security/caller.ts';
import { lesserRight, RIGHTS, type Right } from '../records/rights.ts';
import { Requires } from '../security/requires.ts';
import type { StoredToken } from '../store/people-store.ts';
import { refuseApiToken } from './refuse-api-token.ts';

/** A token to create. */
export interface NewTokenRequest {
  /** The purpose of the token. */
  readonly name: string;
  /** The right of the token, which the role of its owner limits further. */
  readonly scope: Right;
  /** The number of days for which it is valid, from 1 to 366. */
  readonly days: number;
  /** The name of the user; default: the caller. Only administrators create tokens for others. */
  readonly owner?: string | undefined;
}

/** API tokens of users. Administrators see and revoke all tokens, and other users see and revoke their own. */
@Requires('view')
@Path('/api/tokens')
export class Tokens {
  readonly #people: People;

  constructor(people: People) {
    this.#people = people;
  }

  @GET('/', Context(RoutingContext))
  list(context: RoutingContext): Promise<readonly StoredToken[]> {
    const { user, right } = callerOf(context)!;
    return this.#people.tokens(right === 'administer' ? undefined : user);
  }

  /** Creates a token. Only this response contains its `value`. API tokens cannot create tokens. */
  @POST(
    '/',
    BodyParam(object({ name: String, scope: oneOf(...RIGHTS), days: int, owner: optional(String) })),
    Context(RoutingContext),
  )
  async create(
    { name, scope, days, owner }: NewTokenRequest,
    context: RoutingContext,
  ): Promise<RestResponse<CreatedToken, 201>> {
    refuseApiToken(context, 'create tokens');
    const caller = callerOf(context)!;
    const token = await this.#people.createToken({
      name,
      scope,
      days,
      owner: resolveOwner(caller, scope, owner),
    });
    return RestResponse.created(`/api/tokens/${token.id}`, token);
  }

  @DELETE('/{id}', PathParam('id', int), Context(RoutingContext))
  async revoke(id: number, context: RoutingContext): Promise<RestResponse<undefined, 204>> {
    const { user, right } = callerOf(context)!;
    const { owner } = await this.#people.token(id);
    // Others must not learn which tokens exist.
    if (right !== 'administer' && owner !== user)
      throw new PeopleError('unknown-token', `there is no token ${id}`);
    await this.#people.revokeToken(id);
    return RestResponse.noContent();
  }
}

/** @throws {PeopleError} when the caller must not create the token */
function resolveOwner({ user, right }: Caller, scope: Right, asked: string | undefined): string {
  const owner = asked ?? user;
  if (owner === undefined)
    throw new PeopleError('invalid', 'owner is required, because the local token belongs to no user');
  if (owner !== user && right !== 'administer')
    throw new PeopleError('not-allowed', 'only administrators create tokens for other users');
  if (lesserRight(scope, right) !== scope)
    throw new PeopleError('not-allowed', `the scope ${scope} exceeds your role, ${right}`);
  return owner;
}
