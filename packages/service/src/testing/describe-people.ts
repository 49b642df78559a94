import { describe, expect, it, onTestFinished } from 'vitest';
import { PeopleError } from '../people/people-error.ts';
import { People } from '../people/people.ts';
import { randomHash } from '../people/password-hash.ts';
import type { AuditRecord } from '../records/audit-entry.ts';
import type { Engine } from '../store/engine.ts';
import { AuditLog } from '../store/audit-log.ts';
import { PeopleStore } from '../store/people-store.ts';
import type { CreateDatabase, TestDatabase } from './databases.ts';
import { cheapCost } from './people.ts';

const record: AuditRecord = {
  time: '2026-11-20T10:00:00.000Z',
  actor: 'ada',
  credential: 'session',
  token: null,
  address: '192.0.2.1',
  action: 'POST /api/installs',
  subject: '/api/installs/1',
  status: 202,
  digest: 'd'.repeat(64),
};

/** Appends entries with the numbers 1 to `count`, and closes the database. */
async function appendEntries(database: TestDatabase, count: number): Promise<void> {
  const engine = await database.open();
  const log = new AuditLog(engine);
  for (let number = 1; number <= count; number += 1) await log.append({ ...record, subject: `/${number}` });
  await engine.close();
}

/** Declares the tests of users, tokens and the audit log that every engine of the store passes. */
export function describePeople(name: string, create: CreateDatabase): void {
  const open = async (database: TestDatabase): Promise<Engine> => {
    const engine = await database.open();
    onTestFinished(() => engine.close());
    return engine;
  };

  describe(`the audit log in ${name}`, () => {
    it('contains each entry once, in order, although several are appended at the same time', async () => {
      const log = new AuditLog(await open(await create()));
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => log.append({ ...record, status: 200 + index })),
      );
      const entries = await log.list(100);
      expect(entries.map(({ number }) => number)).toEqual(
        Array.from({ length: 20 }, (_, index) => 20 - index),
      );
      expect(new Set(entries.map(({ status }) => status)).size).toBe(20);
      expect((await log.verify()).problems).toEqual([]);
    });

    it('is verified across several reads', async () => {
      const database = await create();
      await appendEntries(database, 3);
      const log = new AuditLog(await open(database));
      const { entries, head, problems } = await log.verify();
      expect([entries, head?.number, problems]).toEqual([3, 3, []]);
      await log.append(record);
      expect((await log.verify(head)).problems).toEqual([]);
    });

    it.each([
      [
        'a changed entry',
        `update audit set actor = 'eve' where number = 3`,
        ['entry 3 has been changed, or does not follow entry 2'],
      ],
      [
        'a changed first entry',
        `update audit set status = 200 where number = 1`,
        ['entry 1 has been changed'],
      ],
      ['a missing entry', `delete from audit where number = 3`, ['entry 3 is missing']],
      [
        'missing entries in the middle',
        `delete from audit where number in (2, 3, 4)`,
        ['entries 2 to 4 are missing'],
      ],
      [
        'missing entries at the beginning',
        `delete from audit where number < 3`,
        ['entries 1 to 2 are missing'],
      ],
      [
        'a removed entry whose number another one has taken',
        `delete from audit where number = 3; update audit set number = number - 1 where number > 3`,
        [
          'entry 3 has been changed, or does not follow entry 2',
          'entry 4 has been changed, or does not follow entry 3',
          'entry 5 has been changed, or does not follow entry 4',
        ],
      ],
      [
        'swapped entries',
        `update audit set number = 100 where number = 3; update audit set number = 3 where number = 4; update audit set number = 4 where number = 100`,
        [
          'entry 3 has been changed, or does not follow entry 2',
          'entry 4 has been changed, or does not follow entry 3',
          'entry 5 has been changed, or does not follow entry 4',
        ],
      ],
      [
        'an emptied column',
        `update audit set digest = null where number = 6`,
        ['entry 6 has been changed, or does not follow entry 5'],
      ],
    ])('shows %s', async (_name, statement, problems) => {
      const database = await create();
      await appendEntries(database, 6);
      await database.tamper(statement);
      expect((await new AuditLog(await open(database)).verify()).problems).toEqual(problems);
    });

    it('shows missing entries at the end, and a new chain, only if an earlier head is known', async () => {
      const database = await create();
      await appendEntries(database, 4);
      const first = await database.open();
      const { head } = await new AuditLog(first).verify();
      await first.close();
      await database.tamper('delete from audit where number > 2');
      const second = await database.open();
      expect((await new AuditLog(second).verify()).problems).toEqual([]);
      expect((await new AuditLog(second).verify(head)).problems).toEqual(['entries 3 to 4 are missing']);
      await second.close();
      await database.tamper('delete from audit');
      await appendEntries(database, 4);
      const log = new AuditLog(await open(database));
      expect((await log.verify()).problems).toEqual([]);
      expect((await log.verify(head)).problems).toEqual([
        'entry 4 has another hash than the one that was noted',
      ]);
    });

    it('refuses to change, delete and replace entries', async () => {
      const database = await create();
      await appendEntries(database, 2);
      const engine = await open(database);
      const attempts = [
        () => engine.transaction((access) => access.updateTable('audit').set({ actor: 'eve' }).execute()),
        () => engine.transaction((access) => access.deleteFrom('audit').execute()),
      ];
      for (const attempt of attempts)
        await expect(attempt()).rejects.toThrow('the audit log can only be appended');
      expect((await new AuditLog(engine).verify()).problems).toEqual([]);
    });
  });

  describe(`users in ${name}`, () => {
    it('are changed by one process at a time, so that an administrator remains', async () => {
      const people = new People(new PeopleStore(await open(await create())), () => new Date());
      const add = (user: string) =>
        people.addUser({ name: user, role: 'administer', password: randomHash(cheapCost) }, true);
      await add('ada');
      await add('bob');
      const results = await Promise.allSettled([
        people.setRole('ada', 'view'),
        people.setRole('bob', 'view'),
      ]);
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      const refused = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
      expect(refused.reason).toBeInstanceOf(PeopleError);
    });

    it('are stored with the hashes of their passwords and the digests of their tokens only', async () => {
      const database = await create();
      const engine = await database.open();
      const people = new People(new PeopleStore(engine), () => new Date());
      await people.addUser({ name: 'ada', role: 'administer', password: randomHash(cheapCost) }, true);
      const { value } = await people.createToken({ owner: 'ada', name: 'backup', scope: 'view', days: 1 });
      expect(await new PeopleStore(engine).tokens('ada')).toHaveLength(1);
      await people.removeUser('ada');
      expect(await new PeopleStore(engine).tokens()).toEqual([]);
      await engine.close();
      const stored = await database.readAll();
      expect(stored).not.toContain(value);
      expect(stored).not.toContain(value.slice(5));
    });
  });
}
