import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubService } from '../api/testing.ts';
import { catalogues } from '../words/languages.ts';
import { PackageSearch } from './package-search.ts';
import { Session } from './session.ts';

const known = { mirror: 'one', count: 2, refreshed: '2026-11-22T10:00:00.000Z' };
const pending = { mirror: 'two', count: 0 };
const git = { name: 'git' };

describe('search of packages', () => {
  const requests: string[] = [];
  let answer: object = {};
  let search: PackageSearch;

  beforeEach(() => {
    requests.length = 0;
    vi.useFakeTimers();
    stubService(({ path }) => {
      requests.push(path);
      return Response.json(answer);
    });
    search = new PackageSearch(new Session(signal(catalogues.en), () => Promise.resolve()));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('loads the state of the databases, also if they are not available yet', async () => {
    answer = { total: 2, packages: [git], mirror: 'one', mirrors: [known, pending] };
    await search.load(undefined);
    expect([search.mirror.value, search.found.value]).toEqual([known, undefined]);
    answer = { total: 0, packages: [], mirrors: [known, pending] };
    await search.load('two');
    expect([search.mirror.value, search.found.value]).toEqual([pending, undefined]);
    expect(requests).toEqual(['/api/packages?limit=1', '/api/packages?mirror=two&limit=1']);
  });

  it('searches for the last text only, after a short time without changes', async () => {
    answer = { total: 7, packages: [git], mirror: 'one', mirrors: [known] };
    search.select('g', 'one');
    search.select('gi', 'one');
    await vi.runAllTimersAsync();
    expect(requests).toEqual(['/api/packages?q=gi&mirror=one&limit=30']);
    expect(search.found.value).toEqual({ text: 'gi', packages: [git], more: 6 });
    search.select('', 'one');
    expect(search.found.value).toBeUndefined();
    await vi.runAllTimersAsync();
    expect(requests).toHaveLength(1);
  });

  it('shows nothing that was found after the search has ended', async () => {
    answer = { total: 1, packages: [git], mirror: 'one', mirrors: [known] };
    search.select('git', undefined);
    await vi.advanceTimersByTimeAsync(149);
    vi.advanceTimersByTime(1);
    search.close();
    await vi.runAllTimersAsync();
    expect(search.found.value).toBeUndefined();
  });
});
