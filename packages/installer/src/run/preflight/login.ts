import type { Secret } from '@writ/diagnostics';
import { mirrorLoginName } from '../../plan/secret-names.ts';

/** The address with its login, in the form that the package manager expects. Secret. */
export function withLogin(address: string, secrets: ReadonlyMap<string, Secret>): string {
  const login = secrets.get(mirrorLoginName(address));
  return login === undefined ? address : address.replace('://', () => `://${login.reveal()}@`);
}

/** The login as headers of an HTTP request. Secret. */
export function loginHeaders(address: string, secrets: ReadonlyMap<string, Secret>): Record<string, string> {
  const login = secrets.get(mirrorLoginName(address))?.reveal();
  if (login === undefined) return {};
  return { authorization: `Basic ${Buffer.from(decodeLogin(login)).toString('base64')}` };
}

/** In an address, special characters may be percent-encoded. */
function decodeLogin(login: string): string {
  try {
    return decodeURIComponent(login);
  } catch {
    return login;
  }
}
