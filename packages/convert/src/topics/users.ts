import { formOf, type JsonObject, type JsonValue, nameOf } from '@writ/installer/internal';
import type { Item } from '../item.ts';
import { drop, leaveOut, move, saysNothing, type Job } from '../job.ts';

const KEY = '!users';
const ROOT = '!root-password';
const notDisks = 'Writ encrypts no disk';

/** `users`, `superusers` and their kin of all eras, `root_enc_password`, and passwords of encrypted disks. */
export function credentials(job: Job): void {
  rootPassword(job);
  accounts(job);
  for (const item of job.top) {
    if (/encryption.*password/i.test(item.key)) leaveOut(job, item, notDisks);
  }
}

function rootPassword(job: Job): void {
  const kept = job.get(ROOT);
  const hashes = [job.get('root_enc_password'), job.get('auth_config')?.get('root_enc_password')].filter(
    (item) => item !== undefined,
  );
  const ofCredentials = ({ file }: Item): boolean => file === job.credentials;
  if (kept !== undefined && !ofCredentials(kept) && hashes.some(ofCredentials))
    job.say('replaced', kept, { message: `${ROOT} is left out: the credentials give another one` });
  else if (kept !== undefined) job.carry(kept);
  for (const item of hashes.toSorted((a, b) => Number(ofCredentials(b)) - Number(ofCredentials(a)))) {
    if (locks(item) && job.has([ROOT]))
      leaveOut(job, item, `${ROOT} gives a password`, 'remove one of the two');
    else if (isTaken(job, item)) move(job, item, [ROOT]);
  }
}

interface Account {
  readonly item: Item;
  readonly name?: Item;
  /** Of the old forms, where the name is a key. */
  readonly key?: string;
  readonly sudo?: true;
}

function accounts(job: Job): void {
  const given = [
    job.get(KEY),
    job.get('!superusers'),
    job.get('superusers'),
    job.get('users'),
    job.get('auth_config')?.get('users'),
  ].filter((item) => item !== undefined);
  const inCredentials = given.some(({ file }) => file === job.credentials);
  const sources = inCredentials ? given.filter(({ file }) => file === job.credentials) : given;
  for (const item of given) {
    if (!sources.includes(item))
      job.say('replaced', item, {
        message: `${nameOf(item.pointer)} is left out: the credentials name the users`,
      });
  }
  const [only] = sources;
  if (only !== undefined && sources.length === 1 && only.key === KEY && !job.isSign(KEY)) {
    job.carry(only);
    return;
  }
  const users: JsonValue[] = [];
  const names = new Set<string>();
  const wrong: Item[] = [];
  for (const source of sources) {
    const found = accountsOf(source);
    if (found === undefined) wrong.push(source);
    else if (found.length === 0) drop(job, source, 'it names nobody');
    else {
      if (source.key !== KEY || source.kind === 'object')
        job.say('converted', source, {
          message: `${nameOf(source.pointer)} is a list in ${KEY} here`,
          part: true,
        });
      for (const account of found) {
        const name = account.key ?? account.name?.text ?? '';
        if (account.key === undefined && saysNothing(account.item)) drop(job, account.item, 'it is empty');
        else if (name === '') leaveOut(job, account.item, 'it has no user name');
        else if (names.has(name)) leaveOut(job, account.item, 'a user of this name is there already');
        else users.push(user(job, account, name));
        names.add(name);
      }
    }
  }
  if (users.length > 0) job.put([KEY], users);
  for (const source of wrong) {
    if (source.key === KEY && !job.has([KEY])) job.carry(source);
    else leaveOut(job, source, 'it holds no users');
  }
}

function accountsOf(source: Item): readonly Account[] | undefined {
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
  // A user of the oldest form may have this very name.
  if (name !== undefined && name.kind !== 'object') return [{ item: source, name }];
  // A user of the newest form whose name was forgotten.
  if (source.get('enc_password')?.kind === 'string') return [{ item: source }];
  if (!source.inner.every(({ kind }) => kind === 'object')) return undefined;
  const sudo = source.key.endsWith('superusers');
  return source.inner.map((item) => ({ item, key: item.key, ...(sudo ? { sudo } : {}) }));
}

function user(job: Job, { item, name, sudo }: Account, username: string): JsonObject {
  const written = Object.assign(Object.create(null) as JsonObject, { username });
  if (name !== undefined) job.settle(name);
  const [password] = passwordsOf(item);
  if (password !== undefined && isTaken(job, password)) {
    job.settle(password);
    written['!password'] = password.value();
    if (password.key !== '!password')
      job.say('converted', password, { message: `${nameOf(password.pointer)} is !password here` });
  }
  const right = item.get('sudo');
  if (sudo === true) written['sudo'] = true;
  if (right !== undefined) {
    const value = right.value();
    if (typeof value !== 'boolean' && value !== null) leaveOut(job, right, 'it is neither true nor false');
    else if (sudo !== true) {
      job.settle(right);
      written['sudo'] = value;
    } else if (value === true) job.settle(right);
  }
  const groups = item.get('groups');
  if (groups !== undefined) withoutGroups(job, groups);
  if (item.inner.length === 0) job.settle(item);
  return written;
}

/** The one that counts first: of two, the other one has no place. */
function passwordsOf(item: Item): Item[] {
  const given = ['!password', 'password', 'enc_password'].flatMap((key) => item.get(key) ?? []);
  return given.toSorted((a, b) => Number(saysNothing(a)) - Number(saysNothing(b)));
}

/** To be in a group is a right and proves nothing: no credential is lost with it. */
function withoutGroups(job: Job, groups: Item): void {
  if (saysNothing(groups)) drop(job, groups, 'it names no group');
  else
    job.say('no-equal', groups, {
      message: `${nameOf(groups.pointer)} is left out: a user has no key for groups`,
      hint: 'a custom command can add them: usermod -aG GROUPS USER',
    });
}

/** What stands in the place of a hash where no password opens the account. */
function locks({ text = '' }: Item): boolean {
  return /^[!*]/.test(text);
}

/** Whether a password can be written: of hashes only what is one, for any other text would be a password here. */
function isTaken(job: Job, item: Item): boolean {
  const isHash = item.key.endsWith('enc_password');
  const isReference = item.get('$secret')?.text !== undefined;
  if (item.kind !== 'null' && item.text === undefined && !isReference) {
    leaveOut(job, item, 'it is no text');
    return false;
  }
  if (!isHash || item.text === undefined || item.text === '' || formOf(item.text) !== 'plain') return true;
  if (locks(item))
    job.say('converted', item, {
      message: `${nameOf(item.pointer)} locks the account, as no password does here`,
    });
  else
    leaveOut(
      job,
      item,
      'it is no hash of a password: archinstall would have locked the account with it, and here it would be a password in plain text',
      'make a hash with: openssl passwd -6',
    );
  return false;
}
