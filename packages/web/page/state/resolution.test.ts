import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubService } from '../api/testing.ts';
import { catalogues } from '../words/languages.ts';
import { Resolution, type ResolvedPlan } from './resolution.ts';
import { Session } from './session.ts';

const source = { mirror: 'one' };

const planOf = (digest: string, ...packages: string[]): ResolvedPlan => ({ digest, summary: { packages } });

/** Every package requires glibc. Sizes are in megabytes. */
const answerOf = (names: readonly string[]): object => ({
  download: 1 + names.length,
  packages: ['glibc', ...names].map((name) => ({ name, size: 1 })),
});

describe('the resolution of packages', () => {
  const requests: unknown[] = [];
  let status = 200;
  let delays: Promise<void>[] = [];
  let resolution: Resolution;
  let session: Session;

  beforeEach(() => {
    requests.length = 0;
    status = 200;
    delays = [];
    stubService(async ({ body }) => {
      const asked = JSON.parse(body) as { readonly packages: readonly string[] };
      requests.push(asked);
      const answer = Response.json(answerOf(asked.packages), { status });
      await delays.shift();
      return answer;
    });
    session = new Session(signal(catalogues.en), () => Promise.resolve());
    resolution = new Resolution(session);
  });
  afterEach(() => vi.unstubAllGlobals());

  const settled = (state: string): Promise<void> =>
    vi.waitFor(() => expect(resolution.state.value).toBe(state));

  it('is requested only for a plan with different packages or a different source', async () => {
    resolution.select(planOf('a', 'git', 'vim'), source);
    expect(resolution.state.value).toBe('resolving');
    await settled('known');
    resolution.select(planOf('b', 'vim', 'git'), source);
    resolution.select(planOf('c'), source);
    expect(resolution.state.value).toBe('known');
    expect(requests).toEqual([{ packages: ['git', 'vim'], mirror: 'one' }]);
    expect(resolution.answer.value).toMatchObject({ download: 3 });
    resolution.select(planOf('c', 'git', 'vim'), { ...source, repository: 'multilib' });
    await settled('known');
    expect(requests[1]).toEqual({ packages: ['git', 'vim'], mirror: 'one', repository: 'multilib' });
    expect(resolution.difference.value).toBeUndefined();
  });

  it('includes the difference from the previous plan', async () => {
    resolution.select(planOf('a', 'git'), source);
    await settled('known');
    expect(resolution.difference.value).toBeUndefined();
    resolution.select(planOf('b', 'vim', 'nano'), source);
    await vi.waitFor(() =>
      expect(resolution.difference.value).toEqual({
        added: { count: 2, download: 2 },
        removed: { count: 1, download: 1 },
      }),
    );
    // The next edit does not change the packages.
    resolution.select(planOf('c', 'vim', 'nano'), source);
    expect(resolution.difference.value).toBeUndefined();
  });

  it('includes the difference if the previous plan is resolved later', async () => {
    const first = Promise.withResolvers<void>();
    delays = [first.promise];
    resolution.select(planOf('a', 'git'), source);
    resolution.select(planOf('b', 'git', 'vim'), source);
    await settled('known');
    expect(resolution.answer.value).toMatchObject({ download: 3 });
    expect(resolution.difference.value).toBeUndefined();
    first.resolve();
    await vi.waitFor(() => expect(resolution.difference.value?.added).toEqual({ count: 1, download: 1 }));
    expect(resolution.answer.value).toMatchObject({ download: 3 });
  });

  it('fails without a message, and is requested again for the next plan', async () => {
    status = 503;
    resolution.select(planOf('a', 'git'), source);
    await settled('failed');
    expect([resolution.answer.value, session.message.value]).toEqual([undefined, undefined]);
    status = 200;
    resolution.select(planOf('a', 'git'), source);
    await settled('known');
    expect(requests).toHaveLength(2);
  });

  it('is absent while there are no package lists', async () => {
    resolution.select(planOf('a', 'git'), source);
    await settled('known');
    resolution.discard();
    expect([resolution.answer.value, resolution.state.value]).toEqual([undefined, 'resolving']);
    resolution.select(planOf('a', 'git'), source);
    await settled('known');
    expect(resolution.answer.value).toMatchObject({ download: 2 });
  });
});
