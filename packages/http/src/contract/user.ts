/**
 * The user of a request, set by an authentication provider or by a filter: `context.user = …`. Any object of
 * this shape is accepted.
 */
export abstract class User {
  abstract readonly principal: Readonly<Record<string, unknown>>;
  /** Granted authorizations by the id of the provider that granted them. */
  abstract readonly authorizations: Readonly<Record<string, readonly string[]>>;
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** Whether the user has the role, in addition to granted roles. Without this method, `authorizations` decides. */
  isAuthorised?(role: string): boolean | Promise<boolean>;
}

/** The authorizations granted to a user for one request. */
export interface Granted {
  readonly user: User;
  /** Lists of authorizations by the id of the provider that granted them. */
  readonly lists: User['authorizations'];
}
