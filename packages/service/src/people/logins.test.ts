import { Secret } from '@writ/diagnostics';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../testing/databases.ts';
import { cheapCost } from '../testing/people.ts';
import { Logins } from './logins.ts';
import { hashPassword, type HashCost } from './password-hash.ts';
import { People } from './people.ts';

const now = (): Date => new Date('2026-11-20T10:00:00.000Z');
const password = new Secret('canary-user-password-5c');

async function open(cost: HashCost): Promise<Logins> {
  const store = await openStore();
  onTestFinished(() => store.close());
  const user = {
    name: 'ada',
    role: 'administer',
    password: await hashPassword(password, cheapCost),
  } as const;
  await new People(store.people, now).addUser(user, true);
  return new Logins({ store: store.people, now, cost });
}

it('a password is compared with a hash even if no user has the name, so that the response takes as long', async () => {
  // A hash with this cost is rejected, which shows that it was used.
  const logins = await open({ logN: 99, r: 1, p: 1 });
  expect(await logins.logIn('ada', new Secret('wrong'))).toEqual({ kind: 'refused', user: 'ada' });
  await expect(logins.logIn('bob', new Secret('wrong'))).rejects.toThrow('the hash of a password is damaged');
});

it('an unknown name is refused without a user, and a session opens for the right password only', async () => {
  const logins = await open(cheapCost);
  expect(await logins.logIn('bob', password)).toEqual({ kind: 'refused' });
  expect(await logins.logIn('ada', new Secret(''))).toEqual({ kind: 'refused', user: 'ada' });
  expect(await logins.logIn('ada', password)).toMatchObject({
    kind: 'opened',
    session: { user: 'ada', expires: '2026-11-20T22:00:00.000Z' },
  });
});
