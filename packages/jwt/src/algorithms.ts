import type { KeyObject } from 'node:crypto';

/** The requirements that a signature algorithm has for its key. */
interface Requirement {
  /** The type of the key: `secret`, or an `asymmetricKeyType` of Node. */
  readonly keyType: 'secret' | 'rsa' | 'ec' | 'ed25519';
  /** Minimum length of a secret, in bytes. */
  readonly minBytes?: number;
  /** The curve of an elliptic key, as Node names it. */
  readonly curve?: string;
}

/** The name of a signature algorithm (RFC 7518, RFC 8037), as in the header of a token. */
export type JwtAlgorithm =
  | 'HS256'
  | 'HS384'
  | 'HS512'
  | 'RS256'
  | 'RS384'
  | 'RS512'
  | 'PS256'
  | 'PS384'
  | 'PS512'
  | 'ES256'
  | 'ES384'
  | 'ES512'
  | 'EdDSA';

/** The supported algorithms. `none` is not one of them. */
export const ALGORITHMS: Readonly<Record<JwtAlgorithm, Requirement>> = {
  HS256: { keyType: 'secret', minBytes: 32 },
  HS384: { keyType: 'secret', minBytes: 48 },
  HS512: { keyType: 'secret', minBytes: 64 },
  RS256: { keyType: 'rsa' },
  RS384: { keyType: 'rsa' },
  RS512: { keyType: 'rsa' },
  PS256: { keyType: 'rsa' },
  PS384: { keyType: 'rsa' },
  PS512: { keyType: 'rsa' },
  ES256: { keyType: 'ec', curve: 'prime256v1' },
  ES384: { keyType: 'ec', curve: 'secp384r1' },
  ES512: { keyType: 'ec', curve: 'secp521r1' },
  EdDSA: { keyType: 'ed25519' },
};

/** Whether a value is the name of a supported algorithm. */
export function isAlgorithm(name: unknown): name is JwtAlgorithm {
  return typeof name === 'string' && Object.hasOwn(ALGORITHMS, name);
}

/** Minimum length of an RSA key, in bits (RFC 7518). */
const MIN_RSA_BITS = 2048;

/** Returns why a public key cannot verify signatures of the algorithm; undefined if it can. */
export function keyProblem(name: JwtAlgorithm, key: KeyObject): string | undefined {
  const { keyType, curve } = ALGORITHMS[name];
  const { asymmetricKeyType, asymmetricKeyDetails } = key;
  if (asymmetricKeyType !== keyType) return `${name} requires a key of type ${keyType}`;
  if (curve !== undefined && asymmetricKeyDetails?.namedCurve !== curve) {
    return `${name} requires the curve ${curve}`;
  }
  const bits = asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && bits < MIN_RSA_BITS) {
    return `${name} requires at least ${MIN_RSA_BITS} bits, but the key has ${bits}`;
  }
  return undefined;
}
