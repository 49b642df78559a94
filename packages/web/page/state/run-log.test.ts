import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubService } from '../api/testing.ts';
import { catalogues } from '../words/languages.ts';
import { RunLog } from './run-log.ts';
import { Session } from './session.ts';

const LIMIT = { timeout: 30_000 };

describe('the log of an installation', () => {
  const requests: string[] = [];
  let total = 0;
  let log: RunLog;

  beforeEach(() => {
    requests.length = 0;
    stubService(({ path }) => {
      requests.push(path);
      const query = new URL(path, 'http://localhost').searchParams;
      const [from, count] = [Number(query.get('from')), Number(query.get('count'))];
      const length = Math.max(0, Math.min(count, total - from + 1));
      const lines = Array.from({ length }, (_, index) => ({
        line: from + index,
        kind: 'output',
        text: `text ${from + index}`,
        isError: false,
      }));
      return Response.json({ total, lines });
    });
    log = new RunLog(new Session(signal(catalogues.en), () => Promise.resolve()));
  });
  afterEach(() => vi.unstubAllGlobals());

  it('is loaded in blocks, each of which is requested once, and again when it has grown', async () => {
    total = 450;
    expect(await log.open(7)).toBe(450);
    for (const _ of [1, 2]) {
      log.need(430, 450);
      await vi.waitFor(() => expect(log.lineAt(449)?.text).toBe('text 450'), LIMIT);
    }
    expect(requests).toEqual([
      '/api/installs/7/log?from=1&count=200',
      '/api/installs/7/log?from=401&count=200',
    ]);
    total = 460;
    log.refreshSoon();
    await vi.waitFor(() => expect(log.count()).toBe(460), LIMIT);
    expect(log.lineAt(459)?.text).toBe('text 460');
    expect(requests).toHaveLength(3);
  });

  it('does not request dropped lines a second time', async () => {
    total = 450;
    await log.open(7);
    // The service has deleted the events to make room.
    total = 0;
    log.need(200, 220);
    await vi.waitFor(() => expect(log.version.value).toBe(2), LIMIT);
    log.need(200, 220);
    expect(requests).toHaveLength(2);
    expect([log.count(), log.lineAt(200)]).toEqual([450, undefined]);
  });

  it('is copied as text with its last lines', async () => {
    total = 3;
    await log.open(7);
    expect(await log.copyText()).toBe('text 1\ntext 2\ntext 3');
  });

  it('is not copied if lines cannot be loaded, which are requested only once', async () => {
    total = 3;
    await log.open(7);
    total = 450;
    log.refreshSoon();
    await vi.waitFor(() => expect(log.count()).toBe(450));
    stubService(({ path }) => {
      requests.push(path);
      return new Response('', { status: 503 });
    });
    const before = requests.length;
    await expect(log.copyText()).rejects.toThrow('the lines cannot be loaded');
    expect(requests.length - before).toBe(1);
  });

  it('contains the matches of the latest filter in all lines, even if lines are recorded during the search', async () => {
    const searches: { readonly query: string; readonly answer: (lines: readonly number[]) => void }[] = [];
    total = 10;
    stubService(({ path }) => {
      const { pathname, searchParams } = new URL(path, 'http://localhost');
      if (!pathname.endsWith('/search')) return Response.json({ total, lines: [] });
      const { promise, resolve } = Promise.withResolvers<Response>();
      const answer = (lines: readonly number[]): void => resolve(Response.json({ lines }));
      searches.push({ query: `${searchParams.get('text')} from ${searchParams.get('from')}`, answer });
      return promise;
    });
    const grow = async (count: number): Promise<void> => {
      total = count;
      log.refreshSoon();
      await vi.waitFor(() => expect(log.total.value).toBe(count));
    };
    const nextSearch = (count: number): Promise<void> =>
      vi.waitFor(() => expect(searches).toHaveLength(count), { timeout: 10_000 });
    await log.open(7);
    log.select({ text: 'a', errorsOnly: false });
    await nextSearch(1);
    searches[0]!.answer([1, 9]);
    await vi.waitFor(() => expect(log.hits.value?.lines).toEqual([1, 9]));
    log.select({ text: 'b', errorsOnly: false });
    await nextSearch(2);
    await grow(20);
    await grow(30);
    searches[1]!.answer([2]);
    await nextSearch(3);
    searches[2]!.answer([15, 25]);
    await vi.waitFor(() => expect(log.hits.value?.lines).toEqual([2, 15, 25]));
    expect(log.isSearching.value).toBe(false);
    expect(searches.map(({ query }) => query)).toEqual(['a from 1', 'b from 1', 'b from 11']);
  });
});
