import { isObject, isStrings, secretNameOf, valueAt, type Json, type JsonObject } from '../json.ts';
import type { Edit, Question } from '../question.ts';
import { purposeOf } from '../situation.ts';

/** The user account, with its password and, on servers, its SSH key. Root is locked. */
export const account: Question = {
  id: 'account',
  title: 'User account',
  pointers: ['/!users', '/x-writ/accounts'],
  help: 'The account to log in with. An administrator may run commands as root with sudo; root itself has no password.',
  expected:
    'an object: {"name": NAME, "password": {"$secret": NAME}, "administrator": true, "authorized-keys": [KEY]}',
  isAnswer: isAccount,
  applies: () => true,
  suggest: () => undefined,
  read: (config) => {
    const user = firstUser(config);
    const name = user?.['username'];
    if (user === undefined || typeof name !== 'string') return undefined;
    const reference = secretNameOf(user['!password']);
    const keys = valueAt(config, ['x-writ', 'accounts', name, 'authorized-keys']);
    return {
      name,
      // A password in the file itself remains there and is not read.
      ...(reference === undefined ? {} : { password: { $secret: reference } }),
      administrator: user['sudo'] === true,
      ...(isStrings(keys) ? { 'authorized-keys': keys } : {}),
    };
  },
  async ask({ prompter, situation, secrets, initial, validate }) {
    const before = isObject(initial) ? initial : {};
    const name = await prompter.text('Account name', {
      initial: typeof before['name'] === 'string' ? before['name'] : undefined,
      // The password is requested next.
      validate: (typed) => validate({ name: typed, password: { $secret: typed }, administrator: false }),
    });
    const hasPassword = valueAt(firstUser(situation.base), ['!password']) !== undefined;
    const keeps = hasPassword && !(await prompter.confirm('Change the password', false));
    const reference = secretNameOf(before['password']) ?? `password of ${name}`;
    if (!keeps) secrets.set(reference, await prompter.secret(`Password for ${name}`));
    const administrator = await prompter.confirm('Administrator', before['administrator'] !== false);
    const keys = isStrings(before['authorized-keys']) ? before['authorized-keys'] : [];
    const isServer = purposeOf(situation) === 'server' || keys.length > 0;
    const key = isServer
      ? await prompter.text('SSH public key (may be empty)', { initial: keys[0], optional: true })
      : '';
    return {
      name,
      ...(keeps && before['password'] === undefined ? {} : { password: { $secret: reference } }),
      administrator,
      ...(key === '' ? {} : { 'authorized-keys': [key, ...keys.slice(1)] }),
    };
  },
  edits: (answer, { base }) => (isObject(answer) ? editsOf(answer, base) : []),
};

const members = new Set(['name', 'password', 'administrator', 'authorized-keys']);

function isAccount(value: Json): boolean {
  if (!isObject(value) || Object.keys(value).some((key) => !members.has(key))) return false;
  const { name, password, administrator, 'authorized-keys': keys } = value;
  return (
    typeof name === 'string' &&
    (password === undefined || secretNameOf(password) !== undefined) &&
    (administrator === undefined || typeof administrator === 'boolean') &&
    (keys === undefined || isStrings(keys))
  );
}

/** Returns the first account of a configuration. */
function firstUser(config: JsonObject): JsonObject | undefined {
  const users = config['!users'];
  const user = Array.isArray(users) ? (users as readonly Json[])[0] : users;
  return isObject(user) ? user : undefined;
}

function editsOf(answer: JsonObject, base: JsonObject): Edit[] {
  const { name = '', password, administrator, 'authorized-keys': keys } = answer;
  const place = Array.isArray(base['!users']) ? ['!users', 0] : ['!users'];
  const before = firstUser(base)?.['username'];
  const accounts = ['x-writ', 'accounts'];
  const settings = typeof before === 'string' ? valueAt(base, [...accounts, before]) : undefined;
  const isRenamed = typeof before === 'string' && before !== name;
  return [
    { path: [...place, 'username'], value: name },
    ...(password === undefined ? [] : [{ path: [...place, '!password'], value: password }]),
    // A missing key means the same as false.
    ...(typeof before === 'string' && (administrator === true) === (firstUser(base)?.['sudo'] === true)
      ? []
      : [{ path: [...place, 'sudo'], value: administrator === true }]),
    ...(isRenamed && settings !== undefined
      ? [
          { path: [...accounts, before], value: undefined },
          { path: [...accounts, String(name)], value: settings },
        ]
      : []),
    { path: [...accounts, String(name), 'authorized-keys'], value: keys },
  ];
}
