import { Secret } from '@writ/diagnostics';
import { passwordOfLogin } from '../config/mirror-server.ts';
import { missingSecrets } from '../config/missing-secrets.ts';
import type { Settings } from '../config/settings.ts';
import { commandSecretName, mirrorLoginName, PASSPHRASE, passwordSecretName } from './secret-names.ts';

/** Collects the secrets of a configuration by their names in the plan, and the names of missing ones. */
export function collectSecrets(settings: Settings): {
  readonly given: ReadonlyMap<string, Secret>;
  readonly missing: readonly string[];
} {
  const { rootPassword, users, mirrors, thirdParty = [], customCommands, hostCommands, disk } = settings;
  const given = new Map<string, Secret>();
  const passphrase = disk?.luks?.passphrase;
  if (passphrase instanceof Secret) given.set(PASSPHRASE, passphrase);
  const passwords = [...users, { name: 'root', ...(rootPassword && { password: rootPassword }) }];
  for (const { name, password: secret } of passwords) {
    if (secret !== undefined && secret.kind !== 'missing') given.set(passwordSecretName(name), secret.value);
  }
  // The parts of a secret are included, so that each part is redacted even if it occurs alone.
  for (const { address, userInfo } of [...mirrors, ...thirdParty].flatMap(({ servers }) => servers)) {
    if (!(userInfo instanceof Secret)) continue;
    const name = mirrorLoginName(address);
    given.set(name, userInfo);
    for (const password of passwordOfLogin(userInfo))
      given.set(`password in the ${name}`, new Secret(password));
  }
  for (const [kind, commands] of [
    ['custom', customCommands],
    ['early', hostCommands?.early ?? []],
    ['error', hostCommands?.error ?? []],
  ] as const) {
    for (const [index, command] of commands.entries()) {
      if (typeof command === 'string' || command.kind === 'missing') continue;
      const name = commandSecretName(kind, index + 1);
      given.set(name, command.value);
      for (const [part, secret] of command.secrets.entries())
        given.set(`secret ${part + 1} in the ${name}`, secret);
    }
  }
  return { given, missing: missingSecrets(settings) };
}
