import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Codes that are exchanged for the token once. They stay in memory. */
export interface OneTimeCodes {
  /** A new code: 128 random bits, as text for a fragment. */
  issue(): string;
  /** Whether the code may be exchanged; it may not be again. */
  redeem(code: string): boolean;
}

interface OpenCode {
  readonly digest: Buffer;
  readonly expires: number;
  tries: number;
}

export const codeLimits = {
  milliseconds: 120_000,
  /** Wrong codes that an open code outlives; the last of them ends it. */
  tries: 5,
  /** Codes that are open at once; the oldest ends first. */
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
      // Each is compared, digests in constant time: how long it takes says nothing of any code.
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
