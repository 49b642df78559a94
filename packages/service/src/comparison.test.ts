import { setImmediate as turn } from 'node:timers/promises';
import type { InstallEvent } from '@writ/installer';
import { expect, it } from 'vitest';
import type { ComparisonAnswer } from './api/comparison.ts';
import { compareConfigurations } from './installs/compare.ts';
import { newResult } from './testing/fakes.ts';
import { canaries, installable, setUp } from './testing/service.ts';

const time = (second: number): string => `2026-11-20T10:00:${String(second).padStart(2, '0')}.000Z`;

function step(id: string, from: number, to: number): InstallEvent[] {
  const title = `Step ${id}`;
  return [
    {
      type: 'start',
      number: 2 * from + 1,
      time: time(from),
      id,
      parent: 'all',
      title,
      stage: 'system',
      weight: 1,
    },
    { type: 'finish', number: 2 * from + 2, time: time(to), id, outcome: 'done', milliseconds: 1 },
  ];
}

function lockOf(packages: Readonly<Record<string, string>>): string {
  const list = Object.entries(packages).map(([name, version]) => ({ name, version }));
  return JSON.stringify({ version: 1, mirrors: [], packages: list });
}

it('GET /api/installs/compare returns the differences between configurations, packages and durations', async () => {
  const set = await setUp();
  const edited = installable
    .replace('Europe/Berlin', 'Europe/Paris')
    .replace(canaries[1]!, 'canary-other-9z');
  const runs = [
    {
      configuration: installable,
      events: [...step('a', 0, 2), ...step('b', 2, 3)],
      lock: { bash: '1', nano: '2' },
    },
    {
      configuration: edited,
      events: [...step('a', 0, 5), ...step('c', 5, 6)],
      lock: { bash: '2', vim: '9' },
    },
  ];
  for (const [index, { configuration, events, lock }] of runs.entries()) {
    await set.begin(`disk${index}.img`, { configuration });
    const { request, end } = set.runs[index]!;
    for (const event of events) request.onEvent!(event);
    request.onPackageLock!(lockOf(lock));
    end(newResult('done'));
    await turn();
  }
  const response = await set.send('/api/installs/compare?a=1&b=2');
  const { installs, configuration, packages, durations } = response.json() as ComparisonAnswer;
  expect(installs.map(({ id }) => id)).toEqual([1, 2]);
  expect(configuration).toEqual([{ pointer: '/timezone', before: 'Europe/Berlin', after: 'Europe/Paris' }]);
  expect(packages).toEqual({
    added: [{ name: 'vim', version: '9' }],
    removed: [{ name: 'nano', version: '2' }],
    changed: [{ name: 'bash', before: '1', after: '2' }],
  });
  expect(durations.map(({ id, before, after }) => [id, before, after])).toEqual([
    ['a', 2000, 5000],
    ['b', 1000, undefined],
    ['c', undefined, 1000],
  ]);
  for (const canary of [...canaries, 'canary-other-9z']) expect(response.text()).not.toContain(canary);
  expect((await set.send('/api/installs/compare?a=1&b=9')).status).toBe(404);
  expect((await set.send('/api/installs/compare?a=1')).status).toBe(400);
});

it('compareConfigurations lists added, removed and changed keys', () => {
  const before = { a: { b: 1, c: [1, 2] }, 'x/y': 1 };
  expect(compareConfigurations(before, { a: { b: 2, c: [1, 2] }, d: true })).toEqual([
    { pointer: '/a/b', before: 1, after: 2 },
    { pointer: '/x~1y', before: 1 },
    { pointer: '/d', after: true },
  ]);
  expect(compareConfigurations(before, before)).toEqual([]);
  // Names that all objects have.
  const inherited = { constructor: 1 };
  expect(compareConfigurations({}, inherited)).toStrictEqual([{ pointer: '/constructor', after: 1 }]);
  expect(compareConfigurations(inherited, {})).toStrictEqual([{ pointer: '/constructor', before: 1 }]);
});
