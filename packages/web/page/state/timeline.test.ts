import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubService } from '../api/testing.ts';
import { catalogues } from '../words/languages.ts';
import { Session } from './session.ts';
import { Timeline } from './timeline.ts';

const responses: ((response: Response) => void)[] = [];
let session: Session;
let timeline: Timeline;

beforeEach(() => {
  responses.length = 0;
  stubService(() => new Promise<Response>((resolve) => responses.push(resolve)));
  session = new Session(signal(catalogues.en), () => Promise.resolve());
  timeline = new Timeline(session);
});
afterEach(() => vi.unstubAllGlobals());

it('the timeline shows only the response to the last request', async () => {
  const [first, second] = [timeline.load(1), timeline.load(2)];
  responses[1]!(Response.json({ steps: [], elapsed: 2 }));
  await second;
  responses[0]!(Response.json({ steps: [], elapsed: 1 }));
  await first;
  expect(timeline.answer.value).toEqual({ steps: [], elapsed: 2 });
  const third = timeline.load(3);
  timeline.discard();
  responses[2]!(Response.json({ steps: [] }));
  await third;
  expect(timeline.answer.value).toBeUndefined();
});

it('the timeline remains while the service fails, and the page requests a token if the service rejects it', async () => {
  const load = async (response: Response): Promise<void> => {
    const loading = timeline.load(1);
    responses.at(-1)!(response);
    await loading;
  };
  await load(Response.json({ steps: [], elapsed: 1 }));
  await load(Response.json({}, { status: 503 }));
  expect([timeline.answer.value, session.message.value]).toEqual([{ steps: [], elapsed: 1 }, undefined]);
  await load(Response.json({}, { status: 401 }));
  expect(session.status.value).toBe('closed');
});
