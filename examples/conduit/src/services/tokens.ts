import { jwtVerify, SignJWT } from 'jose';

/** Signs and verifies the JSON Web Tokens with which users log in. */
export class Tokens {
  readonly #key: Uint8Array;

  /** The secret should have at least 32 random bytes. */
  constructor(secret: string) {
    this.#key = new TextEncoder().encode(secret);
  }

  sign(userId: number): Promise<string> {
    return new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(userId))
      .setIssuedAt()
      .setExpirationTime('7 days')
      .sign(this.#key);
  }

  /** Returns the id of the user, or undefined if the token is invalid or has expired. */
  async verify(token: string): Promise<number | undefined> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        requiredClaims: ['exp', 'sub'],
      });
      return Number(payload.sub);
    } catch {
      return undefined;
    }
  }
}
