import { defined } from '@writ/diagnostics/internal';
import type { JsonObject, JsonValue } from './model.ts';
import { knownKeys } from './schema-view.ts';
import { isSecretKey, withoutSecrets } from './secrets.ts';
import type { CustomCommand, Password, Settings } from './settings.ts';

const known: ReadonlySet<string> = new Set(
  knownKeys().flatMap(({ path }) => (path.length === 1 ? path : [])),
);

/**
 * A configuration as it may be kept and shown: each secret is `{"$secret": NAME}`, so that it is still one that
 * can be checked and planned, and its plan is the same.
 *
 * @param config without faults, joined with the credentials
 * @param settings what was made of it
 * @param given keys of the credentials: those that are none of a configuration are secrets by themselves
 */
export function keptConfiguration(
  config: JsonObject,
  settings: Settings,
  given: ReadonlySet<string>,
): JsonObject {
  // No prototype: a key may be called __proto__.
  const kept = Object.create(null) as JsonObject;
  const free = freeNames(config);
  for (const [key, value] of Object.entries(config)) {
    // A path to a schema leads nowhere in another place.
    if (key === '$schema' || (given.has(key) && !known.has(key))) continue;
    const safe = keptMember(key, value, settings, free);
    if (safe !== undefined) kept[key] = safe;
  }
  return kept;
}

/** A name for a secret that has none: not one that the configuration gives to another secret. */
type FreeName = (name: string) => string;

function freeNames(config: JsonObject): FreeName {
  const written = new Set(namesWritten(config));
  return (name) => {
    let free = name;
    for (let number = 2; written.has(free); number += 1) free = `${name} (${number})`;
    return free;
  };
}

function namesWritten(value: JsonValue): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const name = nameIn(value);
  return [...(name === undefined ? [] : [name]), ...Object.values(value).flatMap(namesWritten)];
}

function keptMember(
  key: string,
  value: JsonValue,
  settings: Settings,
  free: FreeName,
): JsonValue | undefined {
  switch (key) {
    case '!root-password':
      return keptPassword(value, settings.rootPassword, free('root'));
    case '!users':
      return Array.isArray(value)
        ? value.map((user, index) => keptUser(user, settings.users[index], free))
        : keptUser(value, settings.users[0], free);
    case 'mirror-region':
      return keptRegions(value, settings, free);
    case 'custom-commands':
      return settings.customCommands.map((command, index) =>
        keptCommand(
          Array.isArray(value) ? value[index] : undefined,
          command,
          free(`custom command ${index + 1}`),
        ),
      );
    default:
      return masked(key, value);
  }
}

/** A password that counts as absent is left out. */
function keptPassword(
  value: JsonValue | undefined,
  password: Password | undefined,
  name: string,
): JsonValue | undefined {
  if (password === undefined) return undefined;
  const kind = password.kind === 'missing' ? password.form : password.kind;
  return { $secret: nameIn(value) ?? name, ...(kind === 'hash' ? { hash: true } : {}) };
}

/** Of what else stands there nothing has an effect, and all of it is below a key of secrets. */
function keptUser(
  user: JsonValue,
  account: Settings['users'][number] | undefined,
  free: FreeName,
): JsonValue {
  if (account === undefined || typeof user !== 'object' || user === null || Array.isArray(user)) return {};
  const { name, password, sudo } = account;
  const secret = keptPassword(user['!password'], password, free(name));
  return { username: name, ...defined({ '!password': secret }), sudo };
}

function keptRegions(regions: JsonValue, { mirrors }: Settings, free: FreeName): JsonObject {
  return Object.fromEntries(
    mirrors.map(({ region, servers, shipped }): [string, JsonObject] => {
      const written = memberOf(regions, region);
      const kept = servers.map(({ address, userInfo }): [string, JsonValue] => [
        address,
        userInfo === undefined
          ? true
          : { $secret: nameIn(memberOf(written, address)) ?? free(`login of ${address}`) },
      ]);
      return [region, shipped === true ? {} : Object.fromEntries(kept)];
    }),
  );
}

function keptCommand(written: JsonValue | undefined, command: CustomCommand, name: string): JsonValue {
  return typeof command === 'string' ? command : { $secret: nameIn(written) ?? name };
}

/** What Writ does not read itself, or what holds no secret. */
function masked(key: string, value: JsonValue): JsonValue {
  if (isSecretKey(key)) return { $secret: nameIn(value) ?? `value of ${withoutSecrets(key)}` };
  if (typeof value === 'string') return withoutSecrets(value);
  if (Array.isArray(value)) return value.map((item) => masked('', item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([inner, held]) => [withoutSecrets(inner), masked(inner, held)]),
  );
}

export function nameIn(value: JsonValue | undefined): string | undefined {
  const name = memberOf(value, '$secret');
  return typeof name === 'string' ? name : undefined;
}

export function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
