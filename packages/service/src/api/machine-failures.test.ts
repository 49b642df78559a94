import type { RoutingContext } from '@writ/http';
import { expect, it } from 'vitest';
import { DatabaseTakenOver, InstallNotAdded, StoreError } from '../store/store-error.ts';
import { reportMachineFailures } from './machine-failures.ts';

it.each([
  [
    new StoreError('state-full'),
    'The disk that contains the state folder is full; free some space in /state, or make the folder writable',
  ],
  [
    new StoreError('database-unusable'),
    'The database cannot be used; check the database server and the log of the service',
  ],
  [new DatabaseTakenOver(), 'Another install service has taken over the database; stop this service'],
  [
    new InstallNotAdded(new StoreError('state-unusable')),
    'The state folder cannot be written; free some space in /state, or make the folder writable. No installation was started.',
  ],
  [
    new InstallNotAdded(new DatabaseTakenOver()),
    'Another install service has taken over the database; stop this service. No installation was started.',
  ],
])('the problem for %o says what to do', async (failure, detail) => {
  const fail = (): Promise<unknown> => Promise.reject(failure);
  const answer = Promise.resolve(reportMachineFailures('/state')({} as RoutingContext, fail));
  await expect(answer).rejects.toMatchObject({ code: failure.code, detail });
});
