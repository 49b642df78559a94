import { jwtVerify, SignJWT } from 'jose';

/** The content of a token. */
export interface Session {
  readonly userId: number;
  /** The number of password changes of the user. After a further change, the token is no longer valid. */
  readonly passwordVersion: number;
}

/** Signs and verifies the JSON Web Tokens with which users log in. */
export class Tokens {
  readonly #key: Uint8Array;

  /** The secret should have at least 32 random bytes. */
  constructor(secret: string) {
    this.#key = new TextEncoder().encode(secret);
  }

  sign({ userId, passwordVersion }: Session): Promise<string> {
    return new SignJWT({ passwordVersion })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(userId))
      .setIssuedAt()
      .setExpirationTime('7 days')
      .sign(this.#key);
  }

  /** Returns the content of a token, or undefined if the token is invalid or has expired. */
  async verify(token: string): Promise<Session | undefined> {
    try {
      const { payload } = await jwtVerify<{ passwordVersion: number }>(token, this.#key, {
        algorithms: ['HS256'],
        requiredClaims: ['exp', 'sub', 'passwordVersion'],
      });
      return { userId: Number(payload.sub), passwordVersion: payload.passwordVersion };
    } catch {
      return undefined;
    }
  }
}
