import type { User } from '@writ/http';
import { errors, jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose';
import { fetchKeys, KeySetError } from './fetch-keys.ts';
import { resolveJwtOptions, type JwtOptions, type JwtSettings } from './options.ts';
import { userOf, type JwtClaims } from './user.ts';

/**
 * Verifies a token. Resolves with the user to whom it belongs, or null if it is invalid; rejects if the keys cannot be
 * fetched.
 */
export type VerifyJwt = (token: string) => Promise<User | null>;

/** Errors of `jose` that concern the token. */
const TOKEN_ERRORS: ReadonlySet<string> = new Set([
  errors.JOSEAlgNotAllowed.code,
  errors.JOSENotSupported.code,
  errors.JWKSMultipleMatchingKeys.code,
  errors.JWKSNoMatchingKey.code,
  errors.JWSInvalid.code,
  errors.JWSSignatureVerificationFailed.code,
  errors.JWTClaimValidationFailed.code,
  errors.JWTExpired.code,
  errors.JWTInvalid.code,
]);

/** Maximum number of keys tried for a token without a key id, because anyone can send one. */
const MAX_KEYS = 16;

/**
 * Creates a function that verifies JSON Web Tokens, for `bearerAuthentication` in annotations and for `bearer` in
 * controllers. A token must have a valid signature by one of the algorithms, an accepted issuer and audience, and a
 * time of expiry. Throws `TypeError` with all problems of the options.
 *
 *     bearerAuthentication(
 *       jwtVerifier({
 *         issuer: 'https://login.example/',
 *         audience: 'https://api.example',
 *         algorithms: ['RS256'],
 *         keySet: 'https://login.example/.well-known/jwks.json',
 *       }),
 *     )
 */
export function jwtVerifier(options: JwtOptions): VerifyJwt {
  const settings = resolveJwtOptions(options);
  const { user = userOf } = options;
  const getKey = keyGetter(settings);
  const checks = checksOf(settings);
  return async (token) => {
    const claims = await verify(token, getKey, checks, settings);
    return claims === undefined ? null : user(claims);
  };
}

function checksOf({ issuer, audience, algorithms, clockTolerance, type }: JwtSettings): JWTVerifyOptions {
  return {
    issuer,
    audience,
    algorithms,
    clockTolerance,
    requiredClaims: ['exp'],
    ...(type !== undefined && { typ: type }),
  };
}

function keyGetter({ keys }: JwtSettings): JWTVerifyGetKey {
  if (keys.kind === 'set') return fetchKeys(keys);
  const key = keys.kind === 'secret' ? keys.bytes : keys.key;
  return () => Promise.resolve(key);
}

/** Resolves with the claims, or undefined if the token is invalid. */
async function verify(
  token: string,
  getKey: JWTVerifyGetKey,
  checks: JWTVerifyOptions,
  { keys }: JwtSettings,
): Promise<JwtClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, getKey, checks);
    return payload as unknown as JwtClaims;
  } catch (error) {
    if (error instanceof KeySetError) throw error;
    if (error instanceof errors.JWKSMultipleMatchingKeys) return verifyWithEach(token, error, checks);
    // The token can name any key of a set. One that cannot be used, such as a short RSA key, matches no token.
    if (keys.kind === 'set' || isTokenError(error)) return undefined;
    throw new Error('a token cannot be verified', { cause: error });
  }
}

/** Tries the keys that a token without a key id may have been signed with. */
async function verifyWithEach(
  token: string,
  keys: InstanceType<typeof errors.JWKSMultipleMatchingKeys>,
  checks: JWTVerifyOptions,
): Promise<JwtClaims | undefined> {
  let left = MAX_KEYS;
  for await (const key of keys) {
    try {
      const { payload } = await jwtVerify(token, key, checks);
      return payload as unknown as JwtClaims;
    } catch {
      // Another key signed the token, or this one cannot be used.
    }
    left -= 1;
    if (left === 0) break;
  }
  return undefined;
}

function isTokenError(error: unknown): boolean {
  return error instanceof errors.JOSEError && TOKEN_ERRORS.has(error.code);
}
