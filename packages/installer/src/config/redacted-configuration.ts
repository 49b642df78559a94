import { defined } from '@writ/diagnostics/internal';
import type { JsonObject, JsonValue } from './model.ts';
import { knownKeys } from './schema-view.ts';
import { isSecretKey, maskSecrets } from './secrets.ts';
import type { CustomCommand, Password, Settings } from './settings.ts';

const known: ReadonlySet<string> = new Set(
  knownKeys().flatMap(({ path }) => (path.length === 1 ? path : [])),
);

/**
 * Returns a configuration that may be stored and displayed. `{"$secret": NAME}` replaces each secret, so the
 * result is still a valid configuration with the same plan.
 *
 * @param config a valid configuration, merged with the credentials
 * @param settings the configuration's settings
 * @param given keys of the credentials; those that are not configuration keys are names of secrets
 */
export function redactConfiguration(
  config: JsonObject,
  settings: Settings,
  given: ReadonlySet<string>,
): JsonObject {
  // The object has no prototype, because a key may be called __proto__.
  const result = Object.create(null) as JsonObject;
  const nameFor = uniqueNames(config);
  for (const [key, value] of Object.entries(config)) {
    // The path to the schema would be wrong in another folder.
    if (key === '$schema' || (given.has(key) && !known.has(key))) continue;
    const safe = redactMember(key, value, settings, nameFor);
    if (safe !== undefined) result[key] = safe;
  }
  return result;
}

/** Returns an unused name for a secret, based on a suggested name. */
type UniqueName = (name: string) => string;

function uniqueNames(config: JsonObject): UniqueName {
  const written = new Set(collectSecretNames(config));
  return (name) => {
    let nameFor = name;
    for (let number = 2; written.has(nameFor); number += 1) nameFor = `${name} (${number})`;
    return nameFor;
  };
}

function collectSecretNames(value: JsonValue): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const name = secretName(value);
  return [...(name === undefined ? [] : [name]), ...Object.values(value).flatMap(collectSecretNames)];
}

function redactMember(
  key: string,
  value: JsonValue,
  settings: Settings,
  nameFor: UniqueName,
): JsonValue | undefined {
  switch (key) {
    case '!root-password':
      return redactPassword(value, settings.rootPassword, nameFor('root'));
    case '!users':
      return Array.isArray(value)
        ? value.map((user, index) => redactUser(user, settings.users[index], nameFor))
        : redactUser(value, settings.users[0], nameFor);
    case 'mirror-region':
      return redactRegions(value, settings, nameFor);
    case 'custom-commands':
      return redactCommands(value, settings.customCommands, 'custom', nameFor);
    case 'x-writ':
      return redactExtension(value, settings, nameFor);
    default:
      return redactValue(key, value);
  }
}

function redactExtension(value: JsonValue, { hostCommands }: Settings, nameFor: UniqueName): JsonValue {
  const safe = redactDisk(value, nameFor);
  const written = memberOf(value, 'commands');
  if (hostCommands === undefined || written === undefined) return safe;
  const commands = Object.fromEntries(
    (['early', 'error'] as const).flatMap((kind) => {
      const list = memberOf(written, kind);
      return list === undefined ? [] : [[kind, redactCommands(list, hostCommands[kind], kind, nameFor)]];
    }),
  );
  return { ...(safe as JsonObject), commands };
}

function redactDisk(value: JsonValue, nameFor: UniqueName): JsonValue {
  const luks = memberOf(memberOf(value, 'disk'), 'luks');
  const passphrase = memberOf(luks, '!passphrase');
  if (passphrase === undefined) return redactValue('x-writ', value);
  const reference = { $secret: secretName(passphrase) ?? nameFor('passphrase') };
  const disk = {
    ...(memberOf(value, 'disk') as JsonObject),
    luks: { ...(luks as JsonObject), '!passphrase': reference },
  };
  return redactValue('x-writ', { ...(value as JsonObject), disk });
}

/** Returns a reference to the password; undefined if the password is ignored. */
function redactPassword(
  value: JsonValue | undefined,
  password: Password | undefined,
  name: string,
): JsonValue | undefined {
  if (password === undefined) return undefined;
  const kind = password.kind === 'missing' ? password.form : password.kind;
  return { $secret: secretName(value) ?? name, ...(kind === 'hash' ? { hash: true } : {}) };
}

/** Retains only known keys. Other keys have no effect and may contain secrets. */
function redactUser(
  user: JsonValue,
  account: Settings['users'][number] | undefined,
  nameFor: UniqueName,
): JsonValue {
  if (account === undefined || typeof user !== 'object' || user === null || Array.isArray(user)) return {};
  const { name, password, sudo } = account;
  const secret = redactPassword(user['!password'], password, nameFor(name));
  return { username: name, ...defined({ '!password': secret }), sudo };
}

function redactRegions(regions: JsonValue, { mirrors }: Settings, nameFor: UniqueName): JsonObject {
  return Object.fromEntries(
    mirrors.map(({ region, servers, shipped }): [string, JsonObject] => {
      const written = memberOf(regions, region);
      const references = servers.map(({ address, userInfo }): [string, JsonValue] => [
        address,
        userInfo === undefined
          ? true
          : { $secret: secretName(memberOf(written, address)) ?? nameFor(`login of ${address}`) },
      ]);
      return [region, shipped === true ? {} : Object.fromEntries(references)];
    }),
  );
}

function redactCommands(
  written: JsonValue,
  commands: readonly CustomCommand[],
  kind: 'custom' | 'early' | 'error',
  nameFor: UniqueName,
): JsonValue[] {
  return commands.map((command, index) =>
    typeof command === 'string'
      ? command
      : {
          $secret:
            secretName(Array.isArray(written) ? written[index] : undefined) ??
            nameFor(`${kind} command ${index + 1}`),
        },
  );
}

/** Masks secrets in the value of any other key. */
function redactValue(key: string, value: JsonValue): JsonValue {
  if (isSecretKey(key)) return { $secret: secretName(value) ?? `value of ${maskSecrets(key)}` };
  if (typeof value === 'string') return maskSecrets(value);
  if (Array.isArray(value)) return value.map((item) => redactValue('', item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([inner, item]) => [maskSecrets(inner), redactValue(inner, item)]),
  );
}

export function secretName(value: JsonValue | undefined): string | undefined {
  const name = memberOf(value, '$secret');
  return typeof name === 'string' ? name : undefined;
}

export function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
