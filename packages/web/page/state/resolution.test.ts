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
  let headers: Record<string, string> = {};
  let delays: Promise<void>[] = [];
  let resolution: Resolution;
  let session: Session;

  beforeEach(() => {
    requests.length = 0;
    status = 200;
    headers = {};
    delays = [];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
    stubService(async ({ body }) => {
      const asked = JSON.parse(body) as { readonly packages: readonly string[] };
      requests.push(asked);
      const answer = Response.json(answerOf(asked.packages), { status, headers });
      await delays.shift();
      return answer;
    });
    session = new Session(signal(catalogues.en), () => Promise.resolve());
    resolution = new Resolution(session);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Waits in turns of the event loop, without advancing the timers. */
  const eventually = async <Value>(read: () => Value, expected: Value): Promise<void> => {
    for (let turn = 0; turn < 10_000 && read() !== expected; turn += 1) {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    expect(read()).toBe(expected);
  };
  const settled = (state: string): Promise<void> => eventually(() => resolution.state.value, state);

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
    await eventually(() => resolution.difference.value !== undefined, true);
    expect(resolution.difference.value).toEqual({
      added: { count: 2, download: 2 },
      removed: { count: 1, download: 1 },
    });
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
    await eventually(() => resolution.difference.value?.added.count, 1);
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

  it('is requested again after Retry-After, or after a few seconds', async () => {
    status = 503;
    headers = { 'retry-after': '10' };
    resolution.select(planOf('a', 'git'), source);
    await settled('failed');
    vi.advanceTimersByTime(9_999);
    expect(requests).toHaveLength(1);
    headers = {};
    vi.advanceTimersByTime(1);
    await eventually(() => vi.getTimerCount(), 1);
    expect([requests.length, resolution.state.value]).toEqual([2, 'failed']);
    status = 200;
    vi.advanceTimersByTime(4_999);
    expect(requests).toHaveLength(2);
    vi.advanceTimersByTime(1);
    await settled('known');
    expect([requests.length, session.message.value, vi.getTimerCount()]).toEqual([3, undefined, 0]);
  });

  it('is requested again only while the page is visible', async () => {
    status = 503;
    resolution.select(planOf('a', 'git'), source);
    await settled('failed');
    Object.assign(document, { hidden: true });
    vi.advanceTimersByTime(60_000);
    expect([requests.length, vi.getTimerCount()]).toEqual([1, 0]);
    status = 200;
    Object.assign(document, { hidden: false });
    document.dispatchEvent(new Event('visibilitychange'));
    await settled('known');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(requests).toHaveLength(2);
  });

  it('includes the difference from the previous plan after a retry', async () => {
    resolution.select(planOf('a', 'git'), source);
    await settled('known');
    status = 503;
    resolution.select(planOf('b', 'git', 'vim'), source);
    await settled('failed');
    status = 200;
    vi.advanceTimersByTime(5_000);
    await settled('known');
    await eventually(() => resolution.difference.value?.added.count, 1);
  });

  it.each([
    ['the service rejects the request', 422],
    ['the page needs a token', 401],
  ])('is not requested again if %s', async (_reason, refusal) => {
    status = refusal;
    resolution.select(planOf('a', 'git'), source);
    await settled('failed');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('shows no message about a failure, and does not remove the message of another request', async () => {
    stubService(() => Promise.reject(new TypeError('no response')));
    resolution.select(planOf('a', 'git'), source);
    await settled('failed');
    expect(session.message.value).toBeUndefined();
    await session.guard(() => Promise.reject(new TypeError('no response')), true);
    const { value: message } = session.message;
    resolution.select(planOf('b', 'vim'), source);
    await settled('failed');
    expect([message?.text, session.message.value]).toEqual([catalogues.en.messages.noResponse, message]);
  });

  it('is not requested again once its plan is replaced or there are no package lists', async () => {
    status = 503;
    resolution.select(planOf('a', 'git'), source);
    await settled('failed');
    status = 200;
    resolution.select(planOf('b', 'vim'), source);
    await settled('known');
    expect(vi.getTimerCount()).toBe(0);
    status = 503;
    resolution.select(planOf('c', 'nano'), source);
    await settled('failed');
    resolution.discard();
    expect(vi.getTimerCount()).toBe(0);
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
