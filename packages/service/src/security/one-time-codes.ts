import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Codes that can be exchanged for the token once. The codes are stored only in memory. */
export interface OneTimeCodes {
  /** Issues a new code: 128 random bits, base64url. */
  issue(): string;
  /** Returns whether the code is valid, and invalidates it. A wrong code counts as an attempt for every open code. */
  redeem(code: string): boolean;
}

interface OpenCode {
  readonly digest: Buffer;
  readonly expires: number;
  tries: number;
}

export const codeLimits = {
  milliseconds: 120_000,
  /** The number of wrong attempts, since a code was issued, after which this code becomes invalid. */
  tries: 5,
  /** Maximum number of open codes; the oldest is dropped first. */
  open: 8,
} as const;

/** @param now milliseconds of a monotonic clock */
export function createOneTimeCodes(now: () => number = () => performance.now()): OneTimeCodes {
  let open: OpenCode[] = [];

  return {
    issue: () => {
      const code = randomBytes(16).toString('base64url');
      const expires = now() + codeLimits.milliseconds;
      open = [...open, { digest: hashCode(code), expires, tries: codeLimits.tries }].slice(-codeLimits.open);
      return code;
    },
    redeem: (code) => {
      const given = hashCode(code);
      open = open.filter(({ expires }) => expires > now());
      // Compare with every open code, in constant time: the response time must not reveal any code.
      const found = open.filter(({ digest }) => timingSafeEqual(digest, given));
      if (found.length > 0) {
        open = open.filter((each) => !found.includes(each));
        return true;
      }
      for (const each of open) each.tries -= 1;
      open = open.filter(({ tries }) => tries > 0);
      return false;
    },
  };
}

function hashCode(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
