import type { Secret } from '@writ/diagnostics';
import { mirrorLoginName } from '../../plan/secret-names.ts';

/** The address with what the mirror asks for, as the package manager wants it. Secret. */
export function withLogin(address: string, secrets: ReadonlyMap<string, Secret>): string {
  const login = secrets.get(mirrorLoginName(address));
  return login === undefined ? address : address.replace('://', () => `://${login.reveal()}@`);
}

/** The same for a request of our own. Secret. */
export function loginHeaders(address: string, secrets: ReadonlyMap<string, Secret>): Record<string, string> {
  const login = secrets.get(mirrorLoginName(address))?.reveal();
  if (login === undefined) return {};
  return { authorization: `Basic ${Buffer.from(decodeLogin(login)).toString('base64')}` };
}

/** In an address, what is no letter or digit may be written with percent signs. */
function decodeLogin(login: string): string {
  try {
    return decodeURIComponent(login);
  } catch {
    return login;
  }
}
