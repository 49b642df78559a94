import type { Secret } from '@writ/diagnostics';
import { mirrorLoginName } from '../../plan/secret-names.ts';

/**
 * Returns a mirror's URL with its user name and password, if it needs them, as the package manager expects it. The
 * result is secret.
 */
export function withLogin(address: string, secrets: ReadonlyMap<string, Secret>): string {
  const login = secrets.get(mirrorLoginName(address));
  return login === undefined ? address : address.replace('://', () => `://${login.reveal()}@`);
}

/**
 * Returns a mirror's user name and password as headers of an HTTP request; empty if it needs none. The result is
 * secret.
 */
export function loginHeaders(address: string, secrets: ReadonlyMap<string, Secret>): Record<string, string> {
  const login = secrets.get(mirrorLoginName(address))?.reveal();
  if (login === undefined) return {};
  return { authorization: `Basic ${Buffer.from(decodeLogin(login)).toString('base64')}` };
}

/** Decodes a user name and password, in which special characters may be percent-encoded, as in a URL. */
function decodeLogin(login: string): string {
  try {
    return decodeURIComponent(login);
  } catch {
    return login;
  }
}
