import { createPublicKey, type KeyObject } from 'node:crypto';
import { nearest, Secret } from '@writ/diagnostics';
import type { User } from '@writ/http';
import { ALGORITHMS, isAlgorithm, keyProblem, type JwtAlgorithm } from './algorithms.ts';
import type { JwtClaims } from './user.ts';

/** Options for `jwtVerifier`. Exactly one of `secret`, `publicKey` and `keySet` is required. */
export interface JwtOptions {
  /** The accepted values of the claim `iss`, which identifies the server that issues the tokens. */
  readonly issuer: string | readonly string[];
  /** The accepted values of the claim `aud`, which identifies the application for which a token is issued. */
  readonly audience: string | readonly string[];
  /** The accepted signature algorithms. A token with any other algorithm, and an unsigned one, is invalid. */
  readonly algorithms: readonly JwtAlgorithm[];
  /** The key for `HS256`, `HS384` or `HS512`, of at least 32, 48 or 64 bytes. */
  readonly secret?: Secret;
  /** A public key in PEM format, or a certificate. */
  readonly publicKey?: string;
  /** The address of the issuer's key set (JWKS), with or without limits. */
  readonly keySet?: string | KeySetOptions;
  /** Number of seconds by which the clocks of the servers may differ: 0 to 300 (default: 5). */
  readonly clockTolerance?: number;
  /** The value of the header `typ`, such as `at+jwt` for access tokens (default: any). */
  readonly type?: string;
  /** Returns the user to whom a valid token belongs, or null to reject it (default: {@link userOf}). */
  readonly user?: (claims: JwtClaims) => User | null | Promise<User | null>;
}

/** The address of a key set, with the limits for fetching it. */
export interface KeySetOptions {
  /** An `https` URL, or an `http` URL of the same machine. */
  readonly url: string;
  /** Time limit for fetching the key set, in milliseconds (default: 5,000). */
  readonly timeout?: number;
  /** Maximum size of the key set, in bytes (default: 64 KiB). */
  readonly maxBytes?: number;
  /** Number of milliseconds after which the key set is fetched again (default: 10 min). */
  readonly maxAge?: number;
  /** Minimum number of milliseconds between fetches because of unknown keys (default: 30 s). */
  readonly cooldown?: number;
}

/** The source of the keys with which tokens are verified. */
export type KeySource =
  | { readonly kind: 'secret'; readonly bytes: Uint8Array }
  | { readonly kind: 'public'; readonly key: KeyObject }
  | ({ readonly kind: 'set' } & Required<KeySetOptions>);

/** Checked options with their defaults. */
export interface JwtSettings {
  readonly issuer: string[];
  readonly audience: string[];
  readonly algorithms: JwtAlgorithm[];
  readonly clockTolerance: number;
  readonly type: string | undefined;
  readonly keys: KeySource;
}

const NAMES: Readonly<Record<keyof JwtOptions, true>> = {
  issuer: true,
  audience: true,
  algorithms: true,
  secret: true,
  publicKey: true,
  keySet: true,
  clockTolerance: true,
  type: true,
  user: true,
};

const KEY_SET_NAMES: Readonly<Record<keyof KeySetOptions, true>> = {
  url: true,
  timeout: true,
  maxBytes: true,
  maxAge: true,
  cooldown: true,
};

/** @throws TypeError with all problems; it does not contain the values of keys */
export function resolveJwtOptions(options: JwtOptions): JwtSettings {
  if (typeof options !== 'object' || options === null) {
    throw new TypeError('jwtVerifier expects options: { issuer, audience, algorithms, keySet }');
  }
  const problems: string[] = unknownNames('', options, NAMES);
  const { clockTolerance = 5, type, user } = options;
  const issuer = readNames('issuer', options.issuer, problems);
  const audience = readNames('audience', options.audience, problems);
  const algorithms = readAlgorithms(options.algorithms, problems);
  const isNumber = typeof clockTolerance === 'number';
  if (!isNumber || !(clockTolerance >= 0 && clockTolerance <= 300)) {
    const actual = isNumber ? String(clockTolerance) : `of type ${typeof clockTolerance}`;
    problems.push(`clockTolerance must be a number of seconds from 0 to 300, not ${actual}`);
  }
  if (type !== undefined && (typeof type !== 'string' || type === '')) {
    problems.push('type must be a string, such as at+jwt');
  }
  if (user !== undefined && typeof user !== 'function') problems.push('user must be a function');
  const keys = readKeys(options, algorithms, problems);
  if (problems.length > 0 || keys === undefined) throw new TypeError(`jwtVerifier: ${problems.join('; ')}`);
  return { issuer, audience, algorithms, clockTolerance, type, keys };
}

function unknownNames(owner: string, options: object, known: Readonly<Record<string, true>>): string[] {
  return Object.keys(options).flatMap((name) => {
    if (Object.hasOwn(known, name)) return [];
    const similar = nearest(name, Object.keys(known));
    const hint =
      similar === undefined ? `it has ${Object.keys(known).join(', ')}` : `did you mean ${similar}?`;
    return [`there is no option ${JSON.stringify(owner + name)}: ${hint}`];
  });
}

function readNames(name: string, value: string | readonly string[], problems: string[]): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const names = list.filter((each): each is string => typeof each === 'string' && each !== '');
  if (names.length === 0 || names.length < list.length) {
    problems.push(`${name} is required: write a string, or a list of strings`);
  }
  return names;
}

function readAlgorithms(value: readonly unknown[], problems: string[]): JwtAlgorithm[] {
  const known = Object.keys(ALGORITHMS).join(', ');
  if (!Array.isArray(value) || value.length === 0) {
    problems.push(`algorithms is required: list the ones that the issuer uses, from ${known}`);
    return [];
  }
  const unknown = (value as readonly unknown[]).filter((each) => !isAlgorithm(each));
  problems.push(
    ...unknown.map(
      (each) => `${JSON.stringify(each)} is not a supported signature algorithm: use one of ${known}`,
    ),
  );
  return value.filter(isAlgorithm);
}

/** Returns the source of the keys; undefined if there are problems with it. */
function readKeys(
  { secret, publicKey, keySet }: JwtOptions,
  algorithms: readonly JwtAlgorithm[],
  problems: string[],
): KeySource | undefined {
  const given = [secret, publicKey, keySet].filter((each) => each !== undefined);
  if (given.length !== 1) {
    problems.push('exactly one of secret, publicKey and keySet is required');
    return undefined;
  }
  const isSecret = secret !== undefined;
  for (const name of algorithms) {
    const { keyType } = ALGORITHMS[name];
    if ((keyType === 'secret') === isSecret) continue;
    problems.push(isSecret ? `${name} requires a publicKey or a keySet` : `${name} requires a secret`);
    return undefined;
  }
  if (isSecret) return readSecret(secret, algorithms, problems);
  if (publicKey !== undefined) return readPublicKey(publicKey, algorithms, problems);
  return readKeySet(typeof keySet === 'string' ? { url: keySet } : keySet!, problems);
}

function readSecret(
  secret: Secret,
  algorithms: readonly JwtAlgorithm[],
  problems: string[],
): KeySource | undefined {
  if (!(secret instanceof Secret)) {
    problems.push('secret must be a Secret: new Secret(…)');
    return undefined;
  }
  const bytes = new TextEncoder().encode(secret.reveal());
  for (const name of algorithms) {
    const { minBytes = 0 } = ALGORITHMS[name];
    if (bytes.length >= minBytes) continue;
    problems.push(`${name} requires a secret of at least ${minBytes} bytes`);
    return undefined;
  }
  return { kind: 'secret', bytes };
}

function readPublicKey(
  text: string,
  algorithms: readonly JwtAlgorithm[],
  problems: string[],
): KeySource | undefined {
  const expected = 'publicKey must be a public key in PEM format, or a certificate';
  if (typeof text !== 'string') {
    problems.push(expected);
    return undefined;
  }
  if (text.includes('PRIVATE KEY')) {
    problems.push(`${expected}, not a private key, which only the issuer may have`);
    return undefined;
  }
  let key: KeyObject;
  try {
    key = createPublicKey(text);
  } catch {
    problems.push(expected);
    return undefined;
  }
  for (const name of algorithms) {
    const problem = keyProblem(name, key);
    if (problem === undefined) continue;
    problems.push(problem);
    return undefined;
  }
  return { kind: 'public', key };
}

function readKeySet(options: KeySetOptions, problems: string[]): KeySource | undefined {
  if (typeof options !== 'object' || options === null) {
    problems.push('keySet must be a URL, or options such as { url, timeout }');
    return undefined;
  }
  const before = problems.length;
  problems.push(...unknownNames('keySet.', options, KEY_SET_NAMES));
  const { url, timeout = 5_000, maxBytes = 64 * 1024, maxAge = 600_000, cooldown = 30_000 } = options;
  if (!isKeySetUrl(url)) {
    problems.push('keySet.url must be an https URL without a user name, or an http URL of the same machine');
  }
  for (const [name, value] of Object.entries({ timeout, maxBytes, maxAge, cooldown })) {
    if (Number.isSafeInteger(value) && value >= 1 && value < 2 ** 31) continue;
    problems.push(`keySet.${name} must be a whole number of at least 1, not ${String(value)}`);
  }
  return problems.length > before ? undefined : { kind: 'set', url, timeout, maxBytes, maxAge, cooldown };
}

function isKeySetUrl(text: string): boolean {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  return username + password === '' && (protocol === 'https:' || (protocol === 'http:' && isLocal));
}
