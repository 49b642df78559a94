import { effect, signal } from '@preact/signals';
import { afterEach, expect, it, vi } from 'vitest';
import { stubService } from '../api/testing.ts';
import { catalogues } from '../words/languages.ts';
import { ResultImage } from './result-image.ts';
import { Session } from './session.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('the details of an image remain displayed until its digest is known', async () => {
  vi.useFakeTimers();
  const image = { name: 'disk.img', bytes: 5, firmware: 'uefi', startCommand: 'qemu' };
  const responses = [
    Response.json({ id: 1, image }),
    new Response('', { status: 503 }),
    Response.json({ id: 1, image: { ...image, sha256: 'abc' } }),
  ];
  stubService(() => responses.shift()!);
  const result = new ResultImage(new Session(signal(catalogues.en), () => Promise.resolve()));
  const shown: (string | undefined)[] = [];
  const stop = effect(() => {
    const { value } = result.details;
    shown.push(value && (value.sha256 ?? 'pending'));
  });
  const loading = result.load(1);
  await vi.advanceTimersByTimeAsync(10_000);
  await loading;
  stop();
  expect(shown).toEqual([undefined, 'pending', 'abc']);
  expect(responses).toEqual([]);
});

it('an image that is discarded is not loaded again', async () => {
  vi.useFakeTimers();
  let requests = 0;
  stubService(() => {
    requests += 1;
    return Response.json({ id: 1, image: { name: 'disk.img' } });
  });
  const result = new ResultImage(new Session(signal(catalogues.en), () => Promise.resolve()));
  const loading = result.load(1);
  await vi.advanceTimersByTimeAsync(1_000);
  result.discard();
  await vi.advanceTimersByTimeAsync(10_000);
  await loading;
  expect([requests, result.details.value]).toEqual([1, undefined]);
});
