/**
 * The user of a request. An authentication provider or a filter sets it: `context.user = …`. Any object with these
 * members is accepted.
 */
export abstract class User {
  abstract readonly principal: Readonly<Record<string, unknown>>;
  /** Authorizations by the id of the provider that granted them. */
  abstract readonly authorizations: Readonly<Record<string, readonly string[]>>;
  readonly attributes?: Readonly<Record<string, unknown>>;
  /**
   * Whether the user has the role (default: whether `authorizations` contains it). Not called if the role was granted
   * for this request only.
   */
  isAuthorised?(role: string): boolean | Promise<boolean>;
}

/** Authorizations that were granted to a user for one request. */
export interface Granted {
  readonly user: User;
  /** Lists of authorizations by the id of the provider that granted them. */
  readonly lists: User['authorizations'];
}
