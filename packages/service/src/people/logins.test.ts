import { Secret } from '@writ/diagnostics';
import { memoryStore } from '@writ/http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../testing/databases.ts';
import { cheapCost } from '../testing/people.ts';
import { loginLimits, Logins } from './logins.ts';
import { hashPassword, type HashCost } from './password-hash.ts';
import { People } from './people.ts';

const now = (): Date => new Date('2026-11-20T10:00:00.000Z');
const password = new Secret('canary-user-password-5c');

const address = '192.0.2.1';

async function open(cost: HashCost, clock: () => number = () => 0): Promise<Logins> {
  const store = await openStore();
  onTestFinished(() => store.close());
  const user = {
    name: 'ada',
    role: 'administer',
    password: await hashPassword(password, cheapCost),
  } as const;
  await new People(store.people, now).addUser(user, true);
  return new Logins({ store: store.people, now, rates: memoryStore(10_000, clock), secret: 'x', cost });
}

it('a password is compared with a hash even if no user has the name, so that the response takes as long', async () => {
  // A hash with this cost is rejected, which shows that it was used.
  const logins = await open({ logN: 99, r: 1, p: 1 });
  expect(await logins.logIn('ada', new Secret('wrong'), address)).toEqual({ kind: 'refused', user: 'ada' });
  await expect(logins.logIn('bob', new Secret('wrong'), address)).rejects.toThrow(
    'the hash of a password is damaged',
  );
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
    const logins = await open(cheapCost, () => time);
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
