import { expect, it } from 'vitest';
import { machines } from './fake-machines/machines.ts';
import type { Facts } from './facts.ts';
import { parseFacts } from './parse-facts.ts';
import { readFacts } from './read-facts.ts';
import { fakeMachine } from './testing.ts';
import { describeUnread, isContentUnread, UNREAD, unreadContents, unreadParts } from './unread-parts.ts';

const laptop = async (): Promise<Facts> => readFacts({ root: await fakeMachine(machines['uefi-laptop']) });

it('the content of a disk is unknown if it, or that of all disks, could not be read', async () => {
  const facts = await laptop();
  const isUnread = (path: string, unread: Facts['unread'] = []): boolean =>
    isContentUnread(path, { ...facts, unread });
  const one = [UNREAD.mounts, unreadContents('/dev/sda')];
  expect(['/dev/sda', '/dev/sda1', '/dev/sd', '/dev/sdb'].map((path) => isUnread(path, one))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(isUnread('/dev/sdb', [UNREAD.contents])).toBe(true);
  expect(isUnread('/dev/sda', [UNREAD.mounts, UNREAD.disks])).toBe(false);
});

it('facts of earlier versions, which only describe the unread parts, have the same parts', async () => {
  const facts = await laptop();
  const { path } = facts.disks[0]!;
  const parts = [...Object.values(UNREAD), unreadContents(path)];
  const unseen = parts.map(describeUnread);
  expect(unreadParts({ ...facts, unseen })).toEqual(parts);
  expect(unreadParts({ ...facts, unseen: ['something else'] })).toEqual([]);
  expect(unreadParts(facts)).toEqual([]);
});

it('the unread parts are retained in recorded facts, and absent if there are none', async () => {
  const facts = await laptop();
  expect(facts).not.toHaveProperty('unread');
  const unread = [UNREAD.mounts, unreadContents('/dev/sda')];
  const { facts: parsed, findings } = parseFacts('facts', JSON.stringify({ ...facts, unread }));
  expect([parsed?.unread, findings]).toEqual([unread, []]);
  const wrong = JSON.stringify({ ...facts, unread: [{ part: 'weather', reason: 'no-udev' }] });
  expect(parseFacts('facts', wrong).findings).toMatchObject([{ pointer: '/unread/0/part' }]);
});
