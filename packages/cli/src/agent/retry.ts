import { setTimeout as pause } from 'node:timers/promises';
import { ServiceRefusal, UnknownAuthority } from './connection.ts';

/** Times in milliseconds between repeated requests. */
export interface RetryDelays {
  readonly first: number;
  readonly longest: number;
}

export const DEFAULT_DELAYS: RetryDelays = { first: 1_000, longest: 60_000 };

/**
 * Repeats a request until it succeeds, is refused for good, or `signal` aborts. Each delay is twice the one before, with a
 * random part, so that many agents do not return at the same moment.
 *
 * @param failed called with the reason before each delay
 * @throws {ServiceRefusal} when the request is refused for good
 * @throws {UnknownAuthority} when the service has never responded, and its certificate is not trusted
 */
export async function retry<T>(
  send: () => Promise<T>,
  {
    delays,
    signal,
    failed,
  }: {
    readonly delays: RetryDelays;
    readonly signal: AbortSignal;
    readonly failed: (reason: string) => void;
  },
): Promise<T> {
  for (let delay = delays.first; ; delay = Math.min(delay * 2, delays.longest)) {
    signal.throwIfAborted();
    try {
      return await send();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UnknownAuthority) throw error;
      if (error instanceof ServiceRefusal && !error.isTemporary) throw error;
      failed((error as Error).message);
      const wanted = error instanceof ServiceRefusal ? (error.retryAfter ?? 0) * 1000 : 0;
      await wait(Math.max(delay, Math.min(wanted, delays.longest)), signal);
    }
  }
}

/** Waits for about this time: between 75 % and 125 % of it. */
export async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  await pause(milliseconds * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => {
    signal.throwIfAborted();
  });
}
