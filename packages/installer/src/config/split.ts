import { Secret } from '@writ/diagnostics';
import { checkConfiguration, type CheckResult } from './check.ts';
import type { ConfigFile } from './config-file.ts';
import { canBeHashed, withHashedLogins } from './hashed-logins.ts';
import { memberOf, secretName } from './redacted-configuration.ts';
import type { JsonObject, JsonValue } from './model.ts';
import type { CustomCommand, MissingSecret, Password, ProfileFile, Settings } from './settings.ts';

/** A secret of a configuration. */
export interface NamedSecret {
  /** The name, which contains no part of the secret. */
  readonly name: string;
  /**
   * `password`: a login password that is short enough to be hashed, or that is missing; `long-password`: one
   * that is too long; `hash`: a hashed login password.
   */
  readonly kind:
    | 'password'
    | 'hash'
    | 'long-password'
    | 'mirror-login'
    | 'command'
    | 'passphrase'
    | 'profile-address';
  /** Absent if the configuration only references the secret. */
  readonly value?: Secret;
}

/** A configuration, separated from its secrets. */
export interface SplitConfiguration {
  /**
   * JSON without secrets. Each login password is a reference; it is declared as a hash if the password is to be
   * hashed, unless it is too long.
   */
  readonly config: string;
  readonly secrets: readonly NamedSecret[];
}

/** Secret name for a profile address that contains a secret. */
const PROFILE_ADDRESS = 'address of the profile';

/** Separates a configuration from its secrets; returns undefined if it has errors. */
export function splitConfiguration(
  config: ConfigFile,
  creds?: ConfigFile,
  advanced = false,
): SplitConfiguration | undefined {
  return splitChecked(checkConfiguration({ config, advanced, ...(creds && { creds }) }));
}

/**
 * Separates a configuration that has been checked from its secrets; returns undefined if it has errors.
 *
 * @param hashedLogins whether login passwords are declared as hashes (default: true); without it, the passwords
 * themselves can be passed to {@link joinSecrets}
 */
export function splitChecked(
  { settings, redacted }: Pick<CheckResult, 'settings' | 'redacted'>,
  { hashedLogins = true }: { readonly hashedLogins?: boolean } = {},
): SplitConfiguration | undefined {
  if (settings === undefined || redacted === undefined) return undefined;
  const withNames = redacted(hashedLogins ? withHashedLogins(settings) : settings);
  const secrets = [...loginSecrets(withNames, settings), ...otherSecrets(withNames, settings)];
  return { config: JSON.stringify(withNames), secrets };
}

/**
 * Returns the configuration and the credentials to pass to an installation.
 *
 * @param config the `config` of a {@link SplitConfiguration}
 * @param secrets values of the secrets by name
 */
export function joinSecrets(
  config: string,
  secrets: ReadonlyMap<string, Secret>,
): { readonly config: string; readonly creds: string } {
  const given = new Map([...secrets].map(([name, secret]) => [name, secret.reveal()]));
  const address = given.get(PROFILE_ADDRESS);
  given.delete(PROFILE_ADDRESS);
  const creds = JSON.stringify(Object.fromEntries(given));
  if (address === undefined) return { config, creds };
  const value = JSON.parse(config) as JsonObject;
  const profile = { ...(value['profile'] as JsonObject), path: address };
  return { config: JSON.stringify({ ...value, profile }), creds };
}

function loginSecrets(config: JsonObject, { rootPassword, users }: Settings): NamedSecret[] {
  const written = config['!users'];
  const accounts = Array.isArray(written) ? written : [written];
  return [
    ...loginSecret(config['!root-password'], rootPassword),
    ...users.flatMap(({ password }, index) => loginSecret(memberOf(accounts[index], '!password'), password)),
  ];
}

function loginSecret(reference: JsonValue | undefined, password: Password | undefined): NamedSecret[] {
  const name = secretName(reference);
  if (name === undefined || password === undefined) return [];
  if (password.kind === 'missing') return [{ name, kind: 'password' }];
  const { kind, value } = password;
  if (kind === 'hash') return [{ name, kind, value }];
  return [{ name, kind: canBeHashed(value.reveal()) ? 'password' : 'long-password', value }];
}

function otherSecrets(config: JsonObject, settings: Settings): NamedSecret[] {
  const { mirrors, customCommands, hostCommands, disk } = settings;
  const regions = config['mirror-region'];
  const onHost = memberOf(config['x-writ'], 'commands');
  const address = profileAddress(settings.profileFile);
  return [
    ...mirrors.flatMap(({ region, servers }) =>
      servers.flatMap((server) =>
        namedSecret('mirror-login', memberOf(memberOf(regions, region), server.address), server.userInfo),
      ),
    ),
    ...commandSecrets(config['custom-commands'], customCommands),
    ...commandSecrets(memberOf(onHost, 'early'), hostCommands?.early),
    ...commandSecrets(memberOf(onHost, 'error'), hostCommands?.error),
    ...namedSecret(
      'passphrase',
      memberOf(memberOf(memberOf(config['x-writ'], 'disk'), 'luks'), '!passphrase'),
      disk?.luks?.passphrase,
    ),
    ...(address !== undefined && memberOf(config['profile'], 'path') !== address
      ? [{ name: PROFILE_ADDRESS, kind: 'profile-address' as const, value: new Secret(address) }]
      : []),
  ];
}

/** Returns the path or address of a profile definition, as in the configuration; undefined if there is none. */
function profileAddress(profile: ProfileFile | undefined): string | undefined {
  if (profile === undefined) return undefined;
  const { source } = profile;
  if (source.kind === 'file') return source.path;
  return source.sha256 === undefined ? source.address : `${source.address}#sha256=${source.sha256}`;
}

function commandSecrets(
  written: JsonValue | undefined,
  commands: readonly CustomCommand[] = [],
): NamedSecret[] {
  return commands.flatMap((command, index) =>
    namedSecret('command', Array.isArray(written) ? written[index] : undefined, commandSecret(command)),
  );
}

function commandSecret(command: CustomCommand): Secret | MissingSecret | undefined {
  if (typeof command === 'string') return undefined;
  return command.kind === 'missing' ? command : command.value;
}

function namedSecret(
  kind: NamedSecret['kind'],
  reference: JsonValue | undefined,
  secret: Secret | MissingSecret | undefined,
): NamedSecret[] {
  const name = secretName(reference);
  if (name === undefined || secret === undefined) return [];
  return [{ name, kind, ...(secret instanceof Secret ? { value: secret } : {}) }];
}
