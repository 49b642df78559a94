import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubService } from '../api/testing.ts';
import { catalogues } from '../words/languages.ts';
import type { PackageSource } from '../api/answers.ts';
import { PackageLists } from './package-lists.ts';
import { PackageSearch } from './package-search.ts';
import { Session } from './session.ts';

const known = { mirror: 'one', repository: 'multilib', count: 2, refreshed: '2026-11-22T10:00:00.000Z' };
const git = { name: 'git' };

describe('the search for packages', () => {
  const requests: string[] = [];
  let answer: object = {};
  let lists: PackageLists;
  let search: PackageSearch;

  beforeEach(() => {
    requests.length = 0;
    vi.useFakeTimers();
    stubService(({ path }) => {
      requests.push(path);
      return Response.json(answer);
    });
    const session = new Session(signal(catalogues.en), () => Promise.resolve());
    lists = new PackageLists(session, signal<PackageSource>({ mirror: 'one', repository: 'multilib' }));
    search = new PackageSearch(session, lists);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('searches only for the last text, after a short time without changes', async () => {
    answer = { total: 7, packages: [git], mirror: 'one', mirrors: [known] };
    search.select('g');
    search.select('gi');
    await vi.runAllTimersAsync();
    expect(requests).toEqual(['/api/packages?q=gi&mirror=one&repository=multilib&limit=30']);
    expect([lists.state.value, lists.mirror.value]).toEqual(['available', known]);
    expect(search.found.value).toEqual({ text: 'gi', packages: [git], more: 6 });
    search.select('');
    expect(search.found.value).toBeUndefined();
    await vi.runAllTimersAsync();
    expect(requests).toHaveLength(1);
  });

  it('discards results that arrive after the search was closed', async () => {
    answer = { total: 1, packages: [git], mirror: 'one', mirrors: [known] };
    search.select('git');
    await vi.advanceTimersByTimeAsync(149);
    vi.advanceTimersByTime(1);
    search.close();
    await vi.runAllTimersAsync();
    expect(search.found.value).toBeUndefined();
  });
});
