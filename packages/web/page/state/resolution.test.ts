import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubService } from '../api/testing.ts';
import { catalogues } from '../words/languages.ts';
import { Resolution } from './resolution.ts';
import { Session } from './session.ts';

describe('resolution of packages', () => {
  const requests: unknown[] = [];
  let status = 200;
  let resolution: Resolution;
  let session: Session;

  beforeEach(() => {
    requests.length = 0;
    status = 200;
    vi.useFakeTimers();
    stubService(({ path, body }) => {
      requests.push([path, JSON.parse(body)]);
      return Response.json({ download: requests.length }, { status });
    });
    session = new Session(signal(catalogues.en), () => Promise.resolve());
    resolution = new Resolution(session);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is requested for the last packages, and again only if they differ', async () => {
    resolution.select(['git'], 'one');
    resolution.select(['git', 'vim'], 'one');
    await vi.runAllTimersAsync();
    resolution.select(['vim', 'git'], 'one');
    resolution.select([], 'one');
    await vi.runAllTimersAsync();
    expect(requests).toEqual([['/api/resolve', { packages: ['git', 'vim'], mirror: 'one' }]]);
    expect(resolution.answer.value).toEqual({ download: 1 });
    resolution.select(['git', 'vim'], undefined);
    await vi.runAllTimersAsync();
    expect(requests[1]).toEqual(['/api/resolve', { packages: ['git', 'vim'] }]);
    expect(resolution.answer.value).toEqual({ download: 2 });
  });

  it('is absent while the service has no package lists, and then requested again', async () => {
    status = 503;
    resolution.select(['git'], undefined);
    await vi.runAllTimersAsync();
    expect([resolution.answer.value, session.message.value]).toEqual([undefined, undefined]);
    status = 200;
    resolution.select(['git'], undefined);
    await vi.runAllTimersAsync();
    expect(resolution.answer.value).toEqual({ download: 2 });
  });
});
