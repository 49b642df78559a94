import type { HttpRequest } from '@writ/http';
import type { FindCaller } from './authentication.ts';
import { readCredential } from './credential.ts';

/** Watches the credential of a request whose response may take hours. */
export interface CredentialWatch {
  /** Aborts when the request does, or when its credential is no longer valid. */
  readonly signal: AbortSignal;
  /** Stops the watch. */
  end(): void;
}

/**
 * Checks at intervals whether the credential of a request is still valid: a token may have been revoked or have expired, a
 * session may have ended, or a user may have been removed, at this server or at another one.
 *
 * @param interval milliseconds between checks
 */
export function watchCredential(request: HttpRequest, find: FindCaller, interval: number): CredentialWatch {
  const given = readCredential(request);
  const revoked = new AbortController();
  const check = async (): Promise<void> => {
    try {
      if (given === undefined || (await find(given)) === undefined) revoked.abort();
    } catch {
      // While the database cannot be used, the credential cannot be revoked.
    }
  };
  const timer = setInterval(() => void check(), interval).unref();
  return {
    signal: AbortSignal.any([request.signal, revoked.signal]),
    end: () => clearInterval(timer),
  };
}
