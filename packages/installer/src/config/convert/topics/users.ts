import { formOf } from '../../password.ts';
import type { JsonObject, JsonValue } from '../../model.ts';
import { nameOf } from '../../names.ts';
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
    move(job, item, [ROOT]);
    if (job.output[ROOT] === item.text) hashed(job, item);
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
  if (only !== undefined && sources.length === 1 && only.key === KEY && !isOldUsers(only)) {
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
        else if (name !== '' && names.has(name))
          leaveOut(job, account.item, 'a user of this name is there already');
        else users.push(user(job, account));
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

/** Whether users are written in the form of another era. */
export function isOldUsers(item: Item): boolean {
  const found = accountsOf(item);
  if (found === undefined) return false;
  return item.kind === 'object'
    ? item.get('username') === undefined && found.length > 0
    : item.inner.some((one) => one.get('enc_password') !== undefined || one.get('groups') !== undefined);
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
  if (source.get('username') !== undefined) return [{ item: source, name: source.get('username')! }];
  if (!source.inner.every(({ kind }) => kind === 'object')) return undefined;
  const sudo = source.key.endsWith('superusers');
  return source.inner.map((item) => ({ item, key: item.key, ...(sudo ? { sudo } : {}) }));
}

function user(job: Job, { item, name, key, sudo }: Account): JsonObject {
  const written = Object.create(null) as JsonObject;
  const write = (to: string, from: Item | undefined): void => {
    if (from === undefined || Object.hasOwn(written, to)) return;
    job.settle(from);
    written[to] = from.value();
  };
  if (key !== undefined) written['username'] = key;
  write('username', name);
  const plain = item.get('!password') ?? item.get('password');
  const hash = item.get('enc_password');
  const one = plain === undefined || (saysNothing(plain) && hash !== undefined) ? hash : plain;
  write('!password', one);
  if (one !== undefined && one.key !== '!password') {
    job.say('converted', one, { message: `${nameOf(one.pointer)} is !password here` });
    if (one === hash) hashed(job, one);
  }
  if (sudo === true) written['sudo'] = true;
  else write('sudo', item.get('sudo'));
  if (sudo === true && item.get('sudo')?.value() === true) job.settle(item.get('sudo')!);
  const groups = item.get('groups');
  if (groups !== undefined)
    leaveOut(
      job,
      groups,
      'a user has no key for groups',
      'a custom command can add them: usermod -aG GROUPS USER',
    );
  if (item.inner.length === 0) job.settle(item);
  return written;
}

/** What was given to the system as a hash would be a plain password here when it is none. */
function hashed(job: Job, item: Item): void {
  if (item.text === undefined || item.text === '' || formOf(item.text) !== 'plain') return;
  job.say('nearest-equal', item, {
    message: `${nameOf(item.pointer)} is no hash of a password: here it is a password in plain text`,
    hint: 'make a hash with: openssl passwd -6',
  });
}
