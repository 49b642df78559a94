import { Secret } from '@writ/diagnostics';
import { BodyParam, Context, DELETE, GET, Path, PathParam, POST, PUT } from '@writ/annotations';
import { object, oneOf, RestResponse, RoutingContext } from '@writ/http';
import { hashNewPassword } from '../people/new-password.ts';
import type { HashCost } from '../people/password-hash.ts';
import type { People, User } from '../people/people.ts';
import { RIGHTS, type Right } from '../records/rights.ts';
import { Requires } from '../security/requires.ts';
import { refuseApiToken } from './refuse-api-token.ts';

/** A user to add. */
export interface NewUser {
  readonly name: string;
  readonly role: Right;
  readonly password: string;
}

/**
 * The users, who log in with a name and a password. API tokens can list and remove users, but neither add them nor change
 * their roles and passwords.
 */
@Requires('administer')
@Path('/api/users')
export class Users {
  readonly #people: People;
  readonly #cost: HashCost | undefined;

  constructor(people: People, cost?: HashCost) {
    this.#people = people;
    this.#cost = cost;
  }

  @GET('/')
  list(): Promise<readonly User[]> {
    return this.#people.users();
  }

  /** Adds a user. The first one can only be added with `writ user add`. */
  @POST(
    '/',
    BodyParam(object({ name: String, role: oneOf(...RIGHTS), password: String })),
    Context(RoutingContext),
  )
  async add({ name, role, password }: NewUser, context: RoutingContext): Promise<RestResponse<User, 201>> {
    refuseApiToken(context, 'add users');
    const hash = await hashNewPassword(new Secret(password), this.#cost);
    const user = await this.#people.addUser({ name, role, password: hash }, false);
    return RestResponse.created(`/api/users/${user.name}`, user);
  }

  /** Removes a user with all tokens and sessions. */
  @DELETE('/{name}', PathParam('name', String))
  async remove(name: string): Promise<RestResponse<undefined, 204>> {
    await this.#people.removeUser(name);
    return RestResponse.noContent();
  }

  /** Changes the role of a user, whose sessions end. */
  @PUT(
    '/{name}/role',
    PathParam('name', String),
    BodyParam(object({ role: oneOf(...RIGHTS) })),
    Context(RoutingContext),
  )
  setRole(name: string, { role }: { readonly role: Right }, context: RoutingContext): Promise<User> {
    refuseApiToken(context, 'change roles');
    return this.#people.setRole(name, role);
  }

  /** Changes the password of a user, whose sessions end. */
  @PUT(
    '/{name}/password',
    PathParam('name', String),
    BodyParam(object({ password: String })),
    Context(RoutingContext),
  )
  async setPassword(
    name: string,
    { password }: { readonly password: string },
    context: RoutingContext,
  ): Promise<User> {
    refuseApiToken(context, 'change passwords');
    return this.#people.setPassword(name, await hashNewPassword(new Secret(password), this.#cost));
  }
}
