import { Secret } from '@writ/diagnostics';
import { memoryStore } from '@writ/http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openStore } from '../testing/databases.ts';
import { cheapCost } from '../testing/people.ts';
import { createAttemptStore, loginLimits, Logins, type LoginsOptions } from './logins.ts';
import { hashPassword, type HashCost } from './password-hash.ts';
import { People } from './people.ts';

const now = (): Date => new Date('2026-11-20T10:00:00.000Z');
const password = new Secret('canary-user-password-5c');

const address = '192.0.2.1';

async function open(
  cost: HashCost,
  {
    clock = () => 0,
    rates = createAttemptStore(clock),
  }: Partial<Pick<LoginsOptions, 'clock' | 'rates'>> = {},
): Promise<Logins> {
  const store = await openStore();
  onTestFinished(() => store.close());
  const user = {
    name: 'ada',
    role: 'administer',
    password: await hashPassword(password, cheapCost),
  } as const;
  await new People(store.people, now).addUser(user, true);
  return new Logins({ store: store.people, now, rates, secret: 'x', cost, clock });
}

it('a password is compared with a hash even if no user has the name, so that the response takes as long', async () => {
  // A hash with this cost is rejected, which shows that it was used.
  const logins = await open({ logN: 99, r: 1, p: 1 });
  expect(await logins.logIn('ada', new Secret('wrong'), address)).toEqual({ kind: 'refused', user: 'ada' });
  await expect(logins.logIn('bob', new Secret('wrong'), address)).rejects.toThrow(
    'the hash of a password is damaged',
  );
});

it('a name that no user can have is not searched for, but the password is compared with a hash', async () => {
  const store = await openStore();
  onTestFinished(() => store.close());
  const search = vi.spyOn(store.people, 'user');
  const logins = new Logins({
    store: store.people,
    now,
    rates: createAttemptStore(),
    secret: 'x',
    cost: { logN: 99, r: 1, p: 1 },
  });
  // PostgreSQL rejects a text with U+0000.
  for (const name of ['ada\u0000', '', 'Ada', 'a'.repeat(65)])
    await expect(logins.logIn(name, password, address)).rejects.toThrow('the hash of a password is damaged');
  expect(await logins.verify('ada\u0000', password, address)).toBe(false);
  expect(search).not.toHaveBeenCalled();
});

it('an unknown name is refused without a user, and a session opens for the right password only', async () => {
  const logins = await open(cheapCost);
  expect(await logins.logIn('bob', password, address)).toEqual({ kind: 'refused' });
  expect(await logins.logIn('ada', new Secret(''), address)).toEqual({ kind: 'refused', user: 'ada' });
  expect(await logins.logIn('ada', password, address)).toMatchObject({
    kind: 'opened',
    session: { user: 'ada', expires: '2026-11-20T22:00:00.000Z' },
  });
});

describe('attempts to log in', () => {
  const { account, accountAtAddress } = loginLimits;
  const [burst, hour] = accountAtAddress;

  it('for one account from one address are limited, and attempts from other addresses are not', async () => {
    const logins = await open(cheapCost);
    for (let attempt = 0; attempt < burst.attempts; attempt += 1)
      expect((await logins.logIn('ada', new Secret('wrong'), address)).kind).toBe('refused');
    const busy = { kind: 'busy', seconds: burst.milliseconds / 1_000 };
    expect(await logins.logIn('ada', password, address)).toEqual(busy);
    expect(await logins.logIn('ada', password, `::ffff:${address}`)).toEqual(busy);
    expect(await logins.verify('ada', password, address)).toBe(busy.seconds);
    expect((await logins.logIn('bob', password, address)).kind).toBe('refused');
    expect((await logins.logIn('ada', password, '192.0.2.2')).kind).toBe('opened');
  });

  it('have longer pauses if they continue', async () => {
    let time = 0;
    const logins = await open(cheapCost, { clock: () => time });
    for (let round = 0; round * burst.attempts < hour.attempts; round += 1) {
      for (let attempt = 0; attempt < burst.attempts; attempt += 1)
        expect((await logins.logIn('ada', new Secret('wrong'), address)).kind).toBe('refused');
      expect(await logins.logIn('ada', password, address)).toEqual({ kind: 'busy', seconds: 300 });
      time += burst.milliseconds;
    }
    expect(await logins.logIn('ada', password, address)).toEqual({ kind: 'busy', seconds: 2_700 });
    time = hour.milliseconds;
    expect((await logins.logIn('ada', password, address)).kind).toBe('opened');
  });

  it('for one account are limited for all addresses together', async () => {
    const logins = await open(cheapCost);
    for (let attempt = 0; attempt < account.attempts; attempt += 1)
      expect((await logins.logIn('ada', new Secret('wrong'), `192.0.2.${attempt}`)).kind).toBe('refused');
    expect(await logins.logIn('ada', password, '198.51.100.1')).toEqual({
      kind: 'busy',
      seconds: account.milliseconds / 1_000,
    });
  });

  it('for other accounts and from other addresses do not reset the limits of an account', async () => {
    const logins = await open(cheapCost);
    const guess = async (client: string): Promise<string> =>
      (await logins.logIn('ada', new Secret('wrong'), client)).kind;
    for (let attempt = 0; attempt < account.attempts; attempt += 1)
      await guess(`192.0.2.${Math.floor(attempt / burst.attempts)}`);
    expect(await guess('198.51.100.1')).toBe('busy');
    for (let attempt = 0; attempt < 3_400; attempt += 1)
      expect((await logins.logIn(`other${attempt}`, new Secret('wrong'), address)).kind).toBe('refused');
    expect([await guess('192.0.2.0'), await guess('198.51.100.1')]).toEqual(['busy', 'busy']);
  });

  it('are refused for further accounts, whether or not they exist, while the counts do not fit into the memory', async () => {
    let time = 0;
    const logins = await open(cheapCost, { rates: memoryStore(3, () => time, 'refuse'), clock: () => time });
    expect((await logins.logIn('bob', password, address)).kind).toBe('refused');
    const busy = { kind: 'busy', seconds: burst.milliseconds / 1_000 };
    for (const name of ['ada', 'eve']) expect(await logins.logIn(name, password, address)).toEqual(busy);
    expect((await logins.logIn('bob', password, address)).kind).toBe('refused');
    time = account.milliseconds;
    expect((await logins.logIn('ada', password, address)).kind).toBe('opened');
  });

  it('add no counts for an account that has reached the limit for all addresses, until its window ends', async () => {
    let time = 0;
    const store = createAttemptStore(() => time);
    const hit = vi.spyOn(store, 'hit');
    const logins = await open(cheapCost, { rates: store, clock: () => time });
    for (const name of ['ada', 'bob'])
      for (let attempt = 0; attempt < account.attempts; attempt += 1)
        await logins.logIn(name, new Secret('wrong'), `192.0.2.${attempt}`);
    hit.mockClear();
    time = 1_000;
    const busy = { kind: 'busy', seconds: account.milliseconds / 1_000 - 1 };
    for (const name of ['ada', 'bob'])
      expect(await logins.logIn(name, password, '198.51.100.1')).toEqual(busy);
    expect(hit).not.toHaveBeenCalled();
    time = account.milliseconds;
    expect((await logins.logIn('ada', password, '198.51.100.1')).kind).toBe('opened');
  });

  it('that must wait for other verifications are not counted', async () => {
    const store = createAttemptStore();
    const hit = vi.spyOn(store, 'hit');
    const logins = await open(cheapCost, { rates: store });
    const attempts = ['ada', 'ada', 'ada'].map((name) => logins.logIn(name, new Secret('wrong'), address));
    const kinds = (await Promise.all(attempts)).map(({ kind }) => kind);
    expect(kinds).toEqual(['refused', 'refused', 'busy']);
    expect(hit).toHaveBeenCalledTimes(6);
  });

  it('are counted without names, which may be passwords that were typed into the wrong field', async () => {
    const keys: string[] = [];
    const store = await openStore();
    onTestFinished(() => store.close());
    const rates = { hit: (key: string) => ({ count: keys.push(key) && 1, left: 1 }) };
    const logins = new Logins({ store: store.people, now, rates, secret: 'x', cost: cheapCost });
    await logins.logIn('canary', password, address);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(3);
    expect(keys.join()).not.toMatch(/canary|192/);
  });
});
