import { Secret } from '@writ/diagnostics';
import type { Settings } from './settings.ts';

/** Returns the names of secrets that are referenced but not provided, one for each reference. */
export function missingSecrets({ rootPassword, users, mirrors, customCommands, disk }: Settings): string[] {
  const passwords = [...users.map(({ password }) => password), rootPassword];
  const logins = mirrors.flatMap(({ servers }) => servers.map(({ userInfo }) => userInfo));
  return [...passwords, ...logins, ...customCommands, disk?.luks?.passphrase].flatMap((value) =>
    typeof value === 'object' && !(value instanceof Secret) && value.kind === 'missing' ? [value.name] : [],
  );
}
