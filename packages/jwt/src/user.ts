import type { User } from '@writ/http';

/** The claims of a token whose signature, issuer, audience and times are valid. */
export interface JwtClaims {
  readonly iss: string;
  readonly aud: string | readonly string[];
  /** The user or client to whom the token belongs. */
  readonly sub?: string;
  /** The time at which the token expires, in seconds since 1970. */
  readonly exp: number;
  readonly [name: string]: unknown;
}

/**
 * Returns a user whose `principal` is the claims. The words of the claim `scope` and the items of the claims `scp` and
 * `roles`, if they are lists, are the user's authorizations.
 */
export function userOf(claims: JwtClaims): User {
  const { scope, scp, roles } = claims;
  const authorizations = Object.entries({
    scope: typeof scope === 'string' ? scope.split(' ').filter((word) => word !== '') : scope,
    scp,
    roles,
  }).filter((entry): entry is [string, string[]] => isStringList(entry[1]));
  return { principal: claims, authorizations: Object.fromEntries(authorizations) };
}

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
