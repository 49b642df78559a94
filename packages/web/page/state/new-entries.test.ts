import { expect, it } from 'vitest';
import type { Finding } from '../api/answers.ts';
import { NewEntries } from './new-entries.ts';

const pointers = ['/!users', '/!users/0/username', '/!users/1/username', '/!users/1/sudo', '/hostname', ''];

function deferred(entries: NewEntries): string[] {
  return pointers.filter((pointer) => entries.defer({ pointer } as Finding));
}

it('findings about a new entry and its list are deferred until the user leaves the field or the entry', () => {
  const entries = new NewEntries();
  expect([entries.areEmpty, deferred(entries)]).toEqual([true, []]);
  entries.add(['!users', 1]);
  expect(deferred(entries)).toEqual(['/!users', '/!users/1/username', '/!users/1/sudo']);
  entries.leave(['!users', 0, 'username']);
  entries.leave(['!users', 1, 'username']);
  expect(deferred(entries)).toEqual(['/!users', '/!users/1/sudo']);
  entries.leave(['!users', 1]);
  expect([entries.areEmpty, deferred(entries)]).toEqual([true, []]);
  entries.add(['!users', 2]);
  entries.complete();
  expect(entries.areEmpty).toBe(true);
});
