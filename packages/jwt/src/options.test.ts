import { generateKeyPairSync } from 'node:crypto';
import { Secret } from '@writ/diagnostics';
import { expect, it } from 'vitest';
import { resolveJwtOptions, type JwtOptions } from './options.ts';

const pem = (key: { export(options: object): unknown }, type: string): string =>
  String(key.export({ format: 'pem', type }));
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const planted = 'planted-secret-value';
const url = 'https://login.example/jwks.json';
const base = { issuer: 'https://login.example/', audience: 'notes' } as const;

it('accepts one source of keys, with defaults', () => {
  const secret = new Secret('x'.repeat(32));
  expect(resolveJwtOptions({ ...base, algorithms: ['HS256'], secret })).toMatchObject({
    issuer: ['https://login.example/'],
    audience: ['notes'],
    clockTolerance: 5,
    keys: { kind: 'secret' },
  });
  const publicKey = pem(rsa.publicKey, 'spki');
  expect(resolveJwtOptions({ ...base, algorithms: ['RS256', 'PS512'], publicKey }).keys.kind).toBe('public');
  const curve = pem(p256.publicKey, 'spki');
  expect(resolveJwtOptions({ ...base, algorithms: ['ES256'], publicKey: curve }).keys.kind).toBe('public');
  expect(resolveJwtOptions({ ...base, algorithms: ['EdDSA'], keySet: url }).keys).toEqual({
    kind: 'set',
    url,
    timeout: 5_000,
    maxBytes: 65_536,
    maxAge: 600_000,
    cooldown: 30_000,
  });
  for (const local of ['http://localhost:3000/jwks', 'http://127.0.0.1/jwks', 'http://[::1]:8/jwks']) {
    expect(resolveJwtOptions({ ...base, algorithms: ['RS256'], keySet: local }).keys.kind).toBe('set');
  }
});

it.each<[name: string, options: object, problem: RegExp]>([
  ['a missing issuer', { issuer: undefined }, /issuer is required: write a string/],
  ['an empty audience', { audience: [] }, /audience is required/],
  ['an audience that is not a string', { audience: ['a', 1] }, /audience is required/],
  ['missing algorithms', { algorithms: undefined }, /algorithms is required: list the ones .* RS256/],
  [
    'the algorithm none',
    { algorithms: ['none'] },
    /"none" is not a supported signature algorithm: use one of HS256/,
  ],
  ['an unknown algorithm', { algorithms: ['RS256', 'XX1'] }, /"XX1" is not a supported signature algorithm/],
  ['no key', { keySet: undefined }, /exactly one of secret, publicKey and keySet is required/],
  ['two keys', { publicKey: 'x' }, /exactly one of secret, publicKey and keySet is required/],
  ['an HMAC with a key set', { algorithms: ['HS256'] }, /HS256 requires a secret/],
  [
    'an HMAC with a public key',
    { algorithms: ['RS256', 'HS256'], keySet: undefined, publicKey: pem(rsa.publicKey, 'spki') },
    /HS256 requires a secret/,
  ],
  [
    'a signature with a secret',
    { keySet: undefined, secret: new Secret(planted.repeat(4)) },
    /RS256 requires a publicKey or a keySet/,
  ],
  [
    'a secret that is too short',
    { keySet: undefined, algorithms: ['HS384'], secret: new Secret(planted + planted) },
    /HS384 requires a secret of at least 48 bytes/,
  ],
  [
    'a secret as a string',
    { keySet: undefined, algorithms: ['HS256'], secret: planted.repeat(3) },
    /secret must be a Secret/,
  ],
  ['a broken public key', { keySet: undefined, publicKey: planted }, /publicKey must be a public key in PEM/],
  [
    'a private key',
    { keySet: undefined, publicKey: pem(rsa.privateKey, 'pkcs8') },
    /not a private key, which only the issuer may have/,
  ],
  [
    'a key of another type',
    { keySet: undefined, publicKey: pem(p256.publicKey, 'spki') },
    /RS256 requires a key of type rsa/,
  ],
  [
    'another curve',
    { keySet: undefined, algorithms: ['ES384'], publicKey: pem(p256.publicKey, 'spki') },
    /ES384 requires the curve secp384r1/,
  ],
  [
    'a short RSA key',
    { keySet: undefined, publicKey: pem(weak.publicKey, 'spki') },
    /RS256 requires at least 2048 bits, but the key has 1024/,
  ],
  ['an http address', { keySet: 'http://login.example/jwks' }, /keySet\.url must be an https URL/],
  ['an address with a password', { keySet: `https://a:${planted}@login.example/` }, /without a user name/],
  ['a limit of zero', { keySet: { url, timeout: 0 } }, /keySet\.timeout must be a whole number .* not 0/],
  [
    'an unknown limit',
    { keySet: { url, maxByte: 5 } },
    /no option "keySet\.maxByte": did you mean maxBytes\?/,
  ],
  ['a clock tolerance in milliseconds', { clockTolerance: 5_000 }, /from 0 to 300, not 5000/],
  ...['5', null, true, [5]].map((clockTolerance): [string, object, RegExp] => [
    `the clock tolerance ${JSON.stringify(clockTolerance)}`,
    { clockTolerance },
    /clockTolerance must be a number of seconds from 0 to 300, not of type (?:string|object|boolean)$/,
  ]),
  ['an empty type', { type: '' }, /type must be a string, such as at\+jwt/],
  ['a user that is not a function', { user: {} }, /user must be a function/],
  ['an unknown option', { audiences: 'a' }, /no option "audiences": did you mean audience\?/],
])('rejects %s, without printing keys', (_name, change, problem) => {
  const options = { ...base, algorithms: ['RS256'], keySet: url, ...change } as JwtOptions;
  let message = '';
  try {
    resolveJwtOptions(options);
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    message = String(error);
  }
  expect(message).toMatch(problem);
  expect(message).not.toContain(planted);
  expect(message).not.toContain('BEGIN');
});

it('lists all problems together', () => {
  expect(() => resolveJwtOptions({} as JwtOptions)).toThrow(
    /issuer is required.*audience is required.*algorithms is required.*exactly one of/,
  );
  expect(() => resolveJwtOptions(undefined as never)).toThrow('jwtVerifier expects options');
});
