import { Secret } from '@writ/diagnostics';
import type { Settings } from './settings.ts';

/** Returns the names of secrets that are referenced but not provided, one for each reference. */
export function missingSecrets(settings: Settings): string[] {
  const { rootPassword, users, mirrors, customCommands, hostCommands, disk } = settings;
  const passwords = [...users.map(({ password }) => password), rootPassword];
  const logins = mirrors.flatMap(({ servers }) => servers.map(({ userInfo }) => userInfo));
  const commands = [...customCommands, ...(hostCommands?.early ?? []), ...(hostCommands?.error ?? [])];
  return [...passwords, ...logins, ...commands, disk?.luks?.passphrase].flatMap((value) =>
    typeof value === 'object' && !(value instanceof Secret) && value.kind === 'missing' ? [value.name] : [],
  );
}
