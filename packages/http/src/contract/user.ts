/** Who a request acts for. Set by an authentication, or by a filter: `context.user = …`. Any object of this shape serves. */
export abstract class User {
  abstract readonly principal: Readonly<Record<string, unknown>>;
  /** Granted authorisations by the id of the provider that granted them. */
  abstract readonly authorizations: Readonly<Record<string, readonly string[]>>;
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** Whether the user has the role, besides those that were granted. Without this method, `authorizations` decides. */
  isAuthorised?(role: string): boolean | Promise<boolean>;
}

/** What one request was granted, beside the user whose it is. */
export interface Granted {
  readonly user: User;
  /** By the id of the provider that granted them. */
  readonly lists: User['authorizations'];
}
