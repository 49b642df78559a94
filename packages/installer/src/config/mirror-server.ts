import { Secret } from '@writ/diagnostics';
import type { MirrorServer } from './settings.ts';

/**
 * Returns a list with the password in the user information of a mirror's address, such as `user:password`; empty if
 * there is none.
 */
export function passwordOfLogin(login: Secret): string[] {
  const [, password] = /^[^:]*:(.+)$/.exec(login.reveal()) ?? [];
  return password === undefined ? [] : [password];
}

/** Separates the user name and password from a server's address. */
export function parseServer(address: string): MirrorServer {
  // The user information ends at the last @ before the path, because a password may contain an @.
  const [, scheme = '', userInfo, rest = ''] = /^([a-z]+:\/\/)([^/]*)@([^]*)$/.exec(address) ?? [];
  return userInfo === undefined ? { address } : { address: scheme + rest, userInfo: new Secret(userInfo) };
}
