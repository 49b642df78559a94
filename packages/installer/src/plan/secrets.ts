import { Secret } from '@writ/diagnostics';
import { passwordIn } from '../config/build-settings.ts';
import type { Settings } from '../config/settings.ts';
import { commandSecret, mirrorLogin, passwordSecret } from './secret-names.ts';

/** The secrets that the plan names, and the names of those that nobody has given yet. */
export function secretsOf({ rootPassword, users, mirrors, customCommands }: Settings): {
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
  // Parts that nothing asks for by their names are here so that they are hidden by themselves, too.
  for (const { address, userInfo } of mirrors.flatMap(({ servers }) => servers)) {
    if (userInfo === undefined) continue;
    const name = mirrorLogin(address);
    if (!(userInfo instanceof Secret)) {
      missing.push(userInfo.name);
      continue;
    }
    given.set(name, userInfo);
    for (const password of passwordIn(userInfo)) given.set(`password in the ${name}`, new Secret(password));
  }
  for (const [index, command] of customCommands.entries()) {
    if (typeof command === 'string') continue;
    if (command.kind === 'missing') {
      missing.push(command.name);
      continue;
    }
    const name = commandSecret(index + 1);
    given.set(name, command.value);
    for (const [part, secret] of command.held.entries())
      given.set(`secret ${part + 1} in the ${name}`, secret);
  }
  return { given, missing };
}
