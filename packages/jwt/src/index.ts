/** @module Authentication with JSON Web Tokens. */
export { Secret } from '@writ/diagnostics';
export type { JwtAlgorithm } from './algorithms.ts';
export { jwtVerifier, type VerifyJwt } from './jwt-verifier.ts';
export type { JwtOptions, KeySetOptions } from './options.ts';
export { userOf, type JwtClaims } from './user.ts';
