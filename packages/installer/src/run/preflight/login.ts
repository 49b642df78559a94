import type { Secret } from '@writ/diagnostics';
import { mirrorLoginName } from '../../plan/secret-names.ts';

/** Returns the address with its login, as the package manager expects it. The result is secret. */
export function withLogin(address: string, secrets: ReadonlyMap<string, Secret>): string {
  const login = secrets.get(mirrorLoginName(address));
  return login === undefined ? address : address.replace('://', () => `://${login.reveal()}@`);
}

/** Returns the login as headers of an HTTP request. The result is secret. */
export function loginHeaders(address: string, secrets: ReadonlyMap<string, Secret>): Record<string, string> {
  const login = secrets.get(mirrorLoginName(address))?.reveal();
  if (login === undefined) return {};
  return { authorization: `Basic ${Buffer.from(decodeLogin(login)).toString('base64')}` };
}

/** Decodes a login; special characters in an address may be percent-encoded. */
function decodeLogin(login: string): string {
  try {
    return decodeURIComponent(login);
  } catch {
    return login;
  }
}
