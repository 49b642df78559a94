import { Secret } from '@writ/diagnostics';
import type { Settings } from './settings.ts';

/** Names of the secrets that the configuration names and nothing gives; one for each place. */
export function missingSecrets({ rootPassword, users, mirrors, customCommands }: Settings): string[] {
  const passwords = [...users.map(({ password }) => password), rootPassword];
  const logins = mirrors.flatMap(({ servers }) => servers.map(({ userInfo }) => userInfo));
  return [...passwords, ...logins, ...customCommands].flatMap((held) =>
    typeof held === 'object' && !(held instanceof Secret) && held.kind === 'missing' ? [held.name] : [],
  );
}
