import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../api/problem.ts';
import { catalogues } from '../words/languages.ts';
import { Preparation } from './preparation.ts';
import { Session } from './session.ts';

describe('the preparation of the demonstration mirror', () => {
  let session: Session;
  let load: ReturnType<typeof vi.fn<() => Promise<boolean>>>;
  let preparation: Preparation;

  beforeEach(() => {
    vi.useFakeTimers();
    session = new Session(signal(catalogues.en), () => Promise.resolve());
    load = vi.fn<() => Promise<boolean>>();
    preparation = new Preparation(session, load);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is followed until it has ended, even if requests fail, and then its message is removed', async () => {
    load
      .mockResolvedValueOnce(true)
      .mockRejectedValueOnce(new TypeError('no response'))
      .mockRejectedValueOnce(new Problem(503, { title: 'Service Unavailable' }))
      .mockRejectedValueOnce(new TypeError('no response'))
      .mockResolvedValueOnce(true)
      .mockResolvedValueOnce(false);
    const messages: (string | undefined)[] = [];
    preparation.follow();
    preparation.follow();
    for (let requests = 0; requests < 6; requests += 1) {
      await vi.advanceTimersToNextTimerAsync();
      messages.push(session.message.value?.text);
    }
    const { noResponse } = catalogues.en.messages;
    expect(messages).toEqual([
      undefined,
      noResponse,
      'Service Unavailable',
      noResponse,
      undefined,
      undefined,
    ]);
    expect([load.mock.calls.length, vi.getTimerCount()]).toEqual([6, 0]);
  });

  it('is no longer followed once the page needs a token', async () => {
    load.mockRejectedValue(new Problem(401, {}));
    preparation.follow();
    await vi.advanceTimersToNextTimerAsync();
    expect([session.status.value, load.mock.calls.length, vi.getTimerCount()]).toEqual(['closed', 1, 0]);
  });
});
