import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Kysely } from 'kysely';
import type { InstallEvent } from '@writ/installer';
import { describe, expect, it } from 'vitest';
import type { LogAnswer, TimelineAnswer } from './api/logs.ts';
import { LINES_PER_TURN, searchLines } from './installs/log-lines.ts';
import { estimateRemaining, summarizeDurations } from './installs/timeline.ts';
import { LOG_QUERIES, type RecordedLog } from './store/recorded-log.ts';
import { openStore, sqliteDatabase } from './testing/databases.ts';
import { addInstall, logEvent, newResult, progressEvent, temporaryFolder } from './testing/fakes.ts';
import { createDialect } from './store/sqlite/dialect.ts';
import { setUp } from './testing/service.ts';

const time = (second: number): string => `2026-11-20T10:00:${String(second).padStart(2, '0')}.000Z`;
const start = (number: number, id: string, second: number, parent?: string): InstallEvent => ({
  type: 'start',
  number,
  time: time(second),
  id,
  title: `Step ${id}`,
  stage: id === 'users' ? 'users' : 'packages',
  weight: 10,
  ...(parent !== undefined && { parent }),
});
const finish = (number: number, id: string, second: number): InstallEvent => ({
  type: 'finish',
  number,
  time: time(second),
  id,
  outcome: 'done',
  milliseconds: 1,
});
const run: readonly InstallEvent[] = [
  start(1, 'install', 0),
  start(2, 'a', 0, 'install'),
  start(3, 'b', 0, 'install'),
  logEvent(4, 'Error: broken'),
  finish(5, 'a', 2),
  progressEvent(6, 1, 0.25),
  start(7, 'users', 2, 'install'),
  logEvent(8, 'all is well'),
  finish(9, 'b', 3),
  finish(10, 'users', 4),
  finish(11, 'install', 4),
];

describe('the log of an installation', async () => {
  it('is returned in windows, with the number of its last line', async () => {
    const { begin, runs, send } = await setUp();
    const id = await begin('disk.img');
    for (const event of run) runs[0]!.request.onEvent!(event);
    const read = async (query: string): Promise<LogAnswer> =>
      (await send(`/api/installs/${id}/log?${query}`)).json() as LogAnswer;
    const all = await read('');
    expect(all.lines.map(({ line, kind, text, isError }) => [line, kind, text, isError])).toEqual([
      [1, 'step', 'Step install', false],
      [2, 'step', 'Step a', false],
      [3, 'step', 'Step b', false],
      [4, 'output', 'Error: broken', true],
      [5, 'step', 'Step users', false],
      [6, 'output', 'all is well', false],
    ]);
    expect(await read('from=5&count=1')).toEqual({ total: 6, lines: [all.lines[4]] });
    expect(await read('from=7')).toEqual({ total: 6, lines: [] });
    runs[0]!.end(newResult('failed'));
    await turn();
    expect((await read('from=7')).lines).toEqual([{ line: 7, kind: 'end', text: 'failed', isError: true }]);
    expect((await send(`/api/installs/${id}/log?count=1001`)).status).toBe(400);
    expect((await send('/api/installs/9/log')).status).toBe(404);
  });

  it('can be searched for a text and for errors, in parts', async () => {
    const { begin, runs, send } = await setUp();
    const id = await begin('disk.img');
    for (const event of run) runs[0]!.request.onEvent!(event);
    const search = async (query: string): Promise<unknown> =>
      (await send(`/api/installs/${id}/log/search?${query}`)).json();
    expect(await search('text=BROKEN')).toEqual({ lines: [4] });
    expect(await search('errors=true')).toEqual({ lines: [4] });
    expect(await search('text=well&errors=true')).toEqual({ lines: [] });
    expect(await search('text=step&limit=2')).toEqual({ lines: [1, 2], next: 3 });
    expect(await search('text=step&limit=2&from=3')).toEqual({ lines: [3, 5] });
  });

  it('is read through indexes', async () => {
    const folder = temporaryFolder();
    await (await openStore(sqliteDatabase(folder))).close();
    const database = new DatabaseSync(join(folder, 'service.db'));
    const kysely = new Kysely<unknown>({ dialect: createDialect(database) });
    for (const createQuery of Object.values(LOG_QUERIES)) {
      const { sql: query, parameters } = createQuery('sqlite', 1, 1, 1).compile(kysely);
      const details = database.prepare(`explain query plan ${query}`).all(...(parameters as number[]));
      expect([query, details.map(({ detail }) => String(detail)).join('; ')]).toEqual([
        query,
        expect.stringMatching(/^SEARCH events USING (?:COVERING )?INDEX events_(?:lines|steps) \(install=\?/),
      ]);
    }
    database.close();
  });

  it('is searched with work that grows linearly with its length, one part in each turn of the event loop', async () => {
    const store = await openStore();
    const { id } = await addInstall(store);
    const count = async (length: number): Promise<{ windows: number; lines: number; turns: number }> => {
      const last = await store.lastNumber(id);
      const events = Array.from({ length: length - last }, (_, index) => {
        const number = last + index + 1;
        return { number, type: 'log', data: JSON.stringify(logEvent(number, `line ${number}`)) };
      });
      await store.append(id, events);
      let windows = 0;
      let lines = 0;
      const log: RecordedLog = {
        ...store.log,
        window: async (...request) => {
          windows += 1;
          const found = await store.log.window(...request);
          lines += found.length;
          return found;
        },
      };
      let turns = 0;
      const counting = { isDone: false };
      const countTurns = async (): Promise<void> => {
        while (!counting.isDone) {
          await turn();
          turns += 1;
        }
      };
      const counted = countTurns();
      const { signal } = new AbortController();
      await searchLines(log, id, { text: 'no such text', errorsOnly: false, from: 1, limit: 1 }, signal);
      counting.isDone = true;
      await counted;
      return { windows, lines, turns };
    };
    const n = await count(4 * LINES_PER_TURN);
    const twice = await count(8 * LINES_PER_TURN);
    expect([n.lines, twice.lines]).toEqual([4 * LINES_PER_TURN, 8 * LINES_PER_TURN]);
    expect([n.windows, twice.windows]).toEqual([5, 9]);
    expect(twice.turns).toBeGreaterThanOrEqual(8);
    // A window in the middle reads only its own lines.
    expect((await store.log.window(id, 5_000, 10)).map(({ line }) => line)).toEqual(
      Array.from({ length: 10 }, (_, index) => 5_000 + index),
    );
    await store.close();
  });

  it('is searched only until the client disconnects', async () => {
    const store = await openStore();
    const { id } = await addInstall(store);
    const signal = AbortSignal.abort(new Error('left'));
    await expect(
      searchLines(store.log, id, { text: '', errorsOnly: false, from: 1, limit: 1 }, signal),
    ).rejects.toThrow('left');
    await store.close();
  });
});

describe('the timeline of an installation', () => {
  it('contains the steps, the steps that they waited for, and the remaining time', async () => {
    const { begin, runs, send } = await setUp();
    const id = await begin('disk.img');
    for (const event of run.slice(0, 8)) runs[0]!.request.onEvent!(event);
    const read = async (of: number): Promise<TimelineAnswer> =>
      (await send(`/api/installs/${of}/timeline`)).json() as TimelineAnswer;
    const running = await read(id);
    expect(running.steps.map(({ id: step, start: from, end, after }) => [step, from, end, after])).toEqual([
      ['a', 0, 2000, undefined],
      ['b', 0, undefined, undefined],
      ['users', 2000, undefined, 'a'],
    ]);
    expect(running.progress).toBe(0.25);
    const stages = running.stages.map(({ stage }) => stage);
    expect(stages.slice(0, 3)).toEqual(['preflight', 'download', 'tree']);
    expect(stages).toContain('image');
    expect(running.stages.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    expect(running.remaining).toBeCloseTo(running.elapsed! * 3, -1);
    for (const event of run.slice(8)) runs[0]!.request.onEvent!(event);
    runs[0]!.end(newResult('done'));
    await turn();
    expect(await read(id)).toMatchObject({ progress: 1 });
    expect(await read(id)).not.toHaveProperty('remaining');
    const next = await begin('other.img');
    expect(await read(next)).toMatchObject({
      steps: [],
      progress: 0,
      earlier: { runs: 1, total: 4000, stages: { packages: 3000, users: 2000 } },
      remaining: expect.closeTo(4000, -3),
    });
  });

  it('estimates the remaining time first from earlier runs, and then increasingly from its own pace', () => {
    const earlier = { runs: 1, total: 1000, stages: {} };
    expect(estimateRemaining(0, 0, earlier)).toBe(1000);
    expect(estimateRemaining(0.5, 1000, earlier)).toBe(750);
    expect(estimateRemaining(0.9, 1800, earlier)).toBe(190);
    expect(estimateRemaining(0, 500, undefined)).toBeUndefined();
    expect(estimateRemaining(0.5, 500, undefined)).toBe(500);
    expect(summarizeDurations([[]])).toBeUndefined();
  });
});
