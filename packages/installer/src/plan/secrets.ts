import { Secret } from '@writ/diagnostics';
import type { Settings } from '../config/settings.ts';
import { passwordSecret } from './operations/users.ts';

/** The name under which the run finds what a mirror asks for, as it stands between `//` and `@`. */
export function mirrorLogin(address: string): string {
  return `login of ${address}`;
}

/** The secrets that the plan names, and the names of those that nobody has given yet. */
export function secretsOf({ rootPassword, users, mirrors }: Settings): {
  readonly given: ReadonlyMap<string, Secret>;
  readonly missing: readonly string[];
} {
  const given = new Map<string, Secret>();
  const missing: string[] = [];
  const passwords = [...users, { name: 'root', ...(rootPassword && { password: rootPassword }) }];
  for (const { name, password: secret } of passwords) {
    if (secret?.kind === 'missing') missing.push(secret.name);
    else if (secret !== undefined) given.set(passwordSecret(name), secret.value);
  }
  for (const { address, userInfo } of mirrors.flatMap(({ servers }) => servers)) {
    if (userInfo === undefined) continue;
    const name = mirrorLogin(address);
    given.set(name, userInfo);
    // Nothing asks for it by this name: it is here so that the password alone is hidden, too.
    const [, password] = /^[^:]*:(.+)$/.exec(userInfo.reveal()) ?? [];
    if (password !== undefined) given.set(`password in the ${name}`, new Secret(password));
  }
  return { given, missing };
}
