import { signal, type Signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PackageSource } from '../api/answers.ts';
import { stubService } from '../api/testing.ts';
import { catalogues } from '../words/languages.ts';
import { PackageLists } from './package-lists.ts';
import { Session } from './session.ts';

const known = { mirror: 'one', count: 2, refreshed: '2026-11-22T10:00:00.000Z' };
const pending = { mirror: 'two', count: 0 };
const multilib = { mirror: 'one', repository: 'multilib', count: 3, refreshed: known.refreshed };
const mirrors = [known, pending, multilib];

describe('the package lists', () => {
  const requests: string[] = [];
  let answer: object = {};
  let source: Signal<PackageSource>;
  let lists: PackageLists;

  beforeEach(() => {
    requests.length = 0;
    vi.useFakeTimers();
    stubService(({ path }) => {
      requests.push(path);
      return Response.json(answer);
    });
    source = signal({});
    lists = new PackageLists(new Session(signal(catalogues.en), () => Promise.resolve()), source);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('are loaded for the selected mirror and repository', async () => {
    expect(lists.state.value).toBe('loading');
    answer = { total: 2, packages: [], mirror: 'one', mirrors };
    await lists.load(source.value);
    expect([lists.state.value, lists.mirror.value]).toEqual(['available', known]);
    source.value = { mirror: 'one', repository: 'multilib' };
    expect(lists.state.value).toBe('loading');
    await lists.load(source.value);
    expect([lists.state.value, lists.mirror.value]).toEqual(['available', multilib]);
    expect(requests).toEqual([
      '/api/packages?limit=1',
      '/api/packages?mirror=one&repository=multilib&limit=1',
    ]);
  });

  it('are requested again until the service has them', async () => {
    source.value = { mirror: 'two' };
    answer = { total: 0, packages: [], mirrors };
    await lists.load(source.value);
    expect([lists.state.value, lists.mirror.value]).toEqual(['missing', pending]);
    const failed = { ...pending, problem: 'the mirror does not respond' };
    answer = { total: 0, packages: [], mirrors: [known, failed] };
    await vi.advanceTimersToNextTimerAsync();
    expect([lists.state.value, lists.mirror.value]).toEqual(['missing', failed]);
    const loaded = { ...known, mirror: 'two' };
    answer = { total: 2, packages: [], mirror: 'two', mirrors: [known, loaded] };
    await vi.advanceTimersToNextTimerAsync();
    expect([lists.state.value, lists.mirror.value]).toEqual(['available', loaded]);
    expect([requests.length, vi.getTimerCount()]).toEqual([3, 0]);
  });

  it('are requested only for the source that was selected last', async () => {
    answer = { total: 0, packages: [], mirrors };
    await lists.load(source.value);
    source.value = { mirror: 'one' };
    answer = { total: 2, packages: [], mirror: 'one', mirrors };
    const [first, second] = [lists.load({ mirror: 'two' }), lists.load(source.value)];
    await Promise.all([first, second]);
    expect([lists.state.value, lists.mirror.value, vi.getTimerCount()]).toEqual(['available', known, 0]);
  });
});
