import { passwordForm, type JsonObject, type JsonValue, keyPath } from '@writ/installer/internal';
import type { ConfigEntry } from '../config-entry.ts';
import { hasOnlyCredentials } from '../credentials.ts';
import { discardSetting, omitSetting, moveSetting, isEmpty, type Conversion } from '../conversion.ts';

const KEY = '!users';
const ROOT = '!root-password';

/** Converts the root password and the users of all formats. */
export function convertCredentials(conversion: Conversion): void {
  convertRootPassword(conversion);
  convertAccounts(conversion);
}

function convertRootPassword(conversion: Conversion): void {
  const current = conversion.get(ROOT);
  const hashes = [
    conversion.get('root_enc_password'),
    conversion.get('auth_config')?.get('root_enc_password'),
  ].filter((item) => item !== undefined);
  const ofCredentials = ({ file }: ConfigEntry): boolean => file === conversion.credentials;
  if (current !== undefined && !ofCredentials(current) && hashes.some(ofCredentials))
    conversion.report('replaced', current, {
      message: `${ROOT} is left out: the credentials contain another one`,
    });
  else if (current !== undefined) conversion.copy(current);
  for (const item of hashes.toSorted((a, b) => Number(ofCredentials(b)) - Number(ofCredentials(a)))) {
    if (isLockMark(item) && conversion.has([ROOT]))
      omitSetting(conversion, item, `${ROOT} sets a password`, 'remove one of the two');
    else if (canUsePassword(conversion, item)) moveSetting(conversion, item, [ROOT]);
  }
}

interface Account {
  readonly item: ConfigEntry;
  readonly name?: ConfigEntry;
  /** The user name, in formats in which it is a key. */
  readonly key?: string;
  readonly sudo?: true;
}

function convertAccounts(conversion: Conversion): void {
  const given = [
    conversion.get(KEY),
    conversion.get('!superusers'),
    conversion.get('superusers'),
    conversion.get('users'),
    conversion.get('auth_config')?.get('users'),
  ].filter((item) => item !== undefined);
  const inCredentials = given.some(({ file }) => file === conversion.credentials);
  const sources = inCredentials ? given.filter(({ file }) => file === conversion.credentials) : given;
  for (const item of given) {
    if (!sources.includes(item))
      conversion.report('replaced', item, {
        message: `${keyPath(item.pointer)} is left out: the credentials contain the users`,
      });
  }
  const [only] = sources;
  if (only !== undefined && sources.length === 1 && only.key === KEY && !conversion.isSign(KEY)) {
    conversion.copy(only);
    return;
  }
  const users: JsonValue[] = [];
  const names = new Set<string>();
  const wrong: ConfigEntry[] = [];
  for (const source of sources) {
    const found = accountsOf(source);
    if (found === undefined) wrong.push(source);
    else if (found.length === 0) discardSetting(conversion, source, 'it contains no users');
    else {
      if (source.key !== KEY || source.kind === 'object')
        conversion.report('converted', source, {
          message: `${keyPath(source.pointer)} becomes a list in ${KEY}`,
          part: true,
        });
      for (const account of found) {
        const name = account.key ?? account.name?.text ?? '';
        if (account.key === undefined && isEmpty(account.item))
          discardSetting(conversion, account.item, 'it is empty');
        else if (name === '') omitSetting(conversion, account.item, 'it has no user name');
        else if (names.has(name))
          omitSetting(conversion, account.item, 'a user with this name already exists');
        else users.push(toUser(conversion, account, name));
        names.add(name);
      }
    }
  }
  if (users.length > 0) conversion.put([KEY], users);
  for (const source of wrong) {
    if (source.key === KEY && !conversion.has([KEY])) conversion.copy(source);
    else omitSetting(conversion, source, 'it does not contain users');
  }
}

function accountsOf(source: ConfigEntry): readonly Account[] | undefined {
  if (source.kind === 'array') {
    return source.inner.every(({ kind }) => kind === 'object')
      ? source.inner.map((item) => ({
          item,
          ...(item.get('username') === undefined ? {} : { name: item.get('username')! }),
        }))
      : undefined;
  }
  if (source.kind !== 'object') return undefined;
  const name = source.get('username');
  // In the oldest format, the key `username` may be the name of a user, whose value is an object.
  if (name !== undefined && name.kind !== 'object') return [{ item: source, name }];
  // This is a user without a name, in the newest format.
  if (source.get('enc_password')?.kind === 'string') return [{ item: source }];
  if (!source.inner.every(({ kind }) => kind === 'object')) return undefined;
  const sudo = source.key.endsWith('superusers');
  return source.inner.map((item) => ({ item, key: item.key, ...(sudo ? { sudo } : {}) }));
}

function toUser(conversion: Conversion, { item, name, sudo }: Account, username: string): JsonObject {
  const written = Object.assign(Object.create(null) as JsonObject, { username });
  if (name !== undefined) conversion.settle(name);
  const [password] = passwordsOf(item);
  if (password !== undefined && canUsePassword(conversion, password)) {
    conversion.settle(password);
    written['!password'] = password.value();
    if (password.key !== '!password')
      conversion.report('converted', password, { message: `${keyPath(password.pointer)} becomes !password` });
  }
  const sudoEntry = item.get('sudo');
  if (sudo === true) written['sudo'] = true;
  if (sudoEntry !== undefined) {
    const value = sudoEntry.value();
    if (typeof value !== 'boolean' && value !== null)
      omitSetting(conversion, sudoEntry, 'it is neither true nor false');
    else if (sudo !== true) {
      conversion.settle(sudoEntry);
      written['sudo'] = value;
    } else if (value === true) conversion.settle(sudoEntry);
  }
  const groups = item.get('groups');
  if (groups !== undefined) convertGroups(conversion, groups, username);
  if (item.inner.length === 0) conversion.settle(item);
  return written;
}

/** Returns the passwords of an account, empty ones last. The first one is used. */
function passwordsOf(item: ConfigEntry): ConfigEntry[] {
  const given = ['!password', 'password', 'enc_password'].flatMap((key) => item.get(key) ?? []);
  return given.toSorted((a, b) => Number(isEmpty(a)) - Number(isEmpty(b)));
}

/**
 * Moves groups to `x-writ.accounts`. Omits the groups of a credentials file, in which `x-writ` would replace the
 * same key of the configuration.
 */
function convertGroups(conversion: Conversion, groups: ConfigEntry, username: string): void {
  if (isEmpty(groups)) {
    discardSetting(conversion, groups, 'it is empty');
    return;
  }
  const reason = reasonToOmitGroups(conversion, groups, username);
  if (reason === undefined) moveSetting(conversion, groups, ['x-writ', 'accounts', username, 'groups']);
  else
    conversion.report('no-equivalent', groups, {
      message: `${keyPath(groups.pointer)} is left out: ${reason}`,
      hint: 'add them to the configuration: x-writ.accounts.NAME.groups',
    });
}

function reasonToOmitGroups(
  conversion: Conversion,
  groups: ConfigEntry,
  username: string,
): string | undefined {
  if (hasOnlyCredentials(conversion.top)) return 'groups are settings of a configuration, not of credentials';
  if (!accountName.test(username)) return `the name of the user is invalid: ${NAME_RULE}`;
  if (groups.inner.some(({ text }) => text === undefined)) return 'it contains a value that is not a string';
  if (!groups.inner.every(({ text = '' }) => accountName.test(text)))
    return `it contains an invalid name: ${NAME_RULE}`;
  return undefined;
}

const NAME_RULE =
  'names begin with a lower-case letter or _, and consist of at most 32 lower-case letters, digits, - and _';

/** The names that `x-writ.accounts` permits. */
const accountName = /^[a-z_][a-z0-9_-]{0,31}$/;

/** Whether a hash marks a locked account. */
function isLockMark({ text = '' }: ConfigEntry): boolean {
  return /^[!*]/.test(text);
}

/**
 * Whether a password can be written; reports why if it cannot. An invalid hash cannot be written, because it would
 * become a plain-text password.
 */
function canUsePassword(conversion: Conversion, item: ConfigEntry): boolean {
  const isHash = item.key.endsWith('enc_password');
  const isReference = item.get('$secret')?.text !== undefined;
  if (item.kind !== 'null' && item.text === undefined && !isReference) {
    omitSetting(conversion, item, 'it is not a string');
    return false;
  }
  if (!isHash || item.text === undefined || item.text === '' || passwordForm(item.text) !== 'plain')
    return true;
  if (isLockMark(item))
    conversion.report('converted', item, {
      message: `${keyPath(item.pointer)} locks the account, as a missing password does here`,
    });
  else
    omitSetting(
      conversion,
      item,
      'it is not a password hash: archinstall would lock the account, but here it would be a plain-text password',
      'create a hash with openssl passwd -6',
    );
  return false;
}
