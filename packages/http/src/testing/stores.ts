/** @module Tests for stores: the requirements that every store must fulfil. Requires Vitest. */
import { describe, expect, it, vi } from 'vitest';
import type { IdempotencyStore, IdempotentResponse } from '../policies/idempotency/idempotency.ts';
import type { RateCount, RateStore } from '../policies/rate-limit.ts';
import type { ResponseStore, StoredResponse } from '../policies/response-cache/response-cache.ts';
import type { SessionRecord, SessionStore } from '../policies/sessions/index.ts';

/** Returns the store for a test. It may contain entries of earlier tests. */
export type OpenStore<T> = () => T | Promise<T>;

/** Time in milliseconds after which short-lived entries of the tests expire. */
const SHORT = 500;
const LONG = 3_600_000;
const WAIT = { timeout: 120_000, interval: 20 };

const ALL_BYTES: Uint8Array = Uint8Array.from({ length: 256 }, (_each, index) => index);

/** Returns a key that no other test uses, even one that runs later on the same database. */
const newKey = (): string => crypto.randomUUID();

/** Declares the tests of a store for `sessions({ store })`. The tests of `update` run only if the store has it. */
export function describeSessionStore(name: string, open: OpenStore<SessionStore>): void {
  const record = (value: unknown): SessionRecord => ({ created: 1_000, seen: 2_000, data: { value } });
  const waitUntilGone = (store: SessionStore, id: string): Promise<unknown> =>
    vi.waitFor(async () => expect(await store.get(id)).toBe(undefined), WAIT);

  describe(`${name} stores sessions:`, () => {
    it('returns undefined for an unknown id, and accepts its deletion', async () => {
      const store = await open();
      const id = newKey();
      expect(await store.get(id)).toBe(undefined);
      await store.delete(id);
    });

    it('returns JSON values unchanged, as a different object from the stored one', async () => {
      const store = await open();
      const id = newKey();
      const stored = record({ text: 'a\0"ü😀', list: [1.5, null, true], nested: { __proto__x: {} } });
      await store.set(id, stored, 60);
      const found = await store.get(id);
      expect(found).toEqual(stored);
      expect(found).not.toBe(stored);
    });

    it('replaces and deletes sessions', async () => {
      const store = await open();
      const id = newKey();
      await store.set(id, record('first'), 60);
      await store.set(id, record('second'), 60);
      expect(await store.get(id)).toEqual(record('second'));
      await store.delete(id);
      expect(await store.get(id)).toBe(undefined);
    });

    it('retains the stored session if a value cannot be stored', async () => {
      const store = await open();
      const id = newKey();
      await store.set(id, record('first'), 60);
      await expect((async () => store.set(id, record(1n), 60))()).rejects.toThrow(TypeError);
      expect(await store.get(id)).toEqual(record('first'));
    });

    it('returns no session after its time, which a later call replaces', async () => {
      const store = await open();
      const [short, extended] = [newKey(), newKey()];
      await store.set(extended, record('extended'), SHORT / 1000);
      await store.set(extended, record('extended'), 3600);
      await store.set(short, record('short'), SHORT / 1000);
      await waitUntilGone(store, short);
      expect(await store.get(extended)).toEqual(record('extended'));
    });

    it('updates only sessions that are stored', async ({ skip }) => {
      const store = await open();
      if (store.update === undefined) return skip();
      const [id, short] = [newKey(), newKey()];
      expect(await store.update(id, record('none'), 60)).toBe(false);
      expect(await store.get(id)).toBe(undefined);
      await store.set(id, record('first'), SHORT / 1000);
      await store.set(short, record('short'), SHORT / 1000);
      if (await store.update(id, record('second'), 3600)) {
        await waitUntilGone(store, short);
        expect(await store.get(id)).toEqual(record('second'));
      }
      expect(await store.update(short, record('late'), 60)).toBe(false);
      await store.delete(id);
      expect(await store.update(id, record('ended'), 60)).toBe(false);
      expect(await store.get(id)).toBe(undefined);
    });

    it('does not restore a session that is deleted during updates', async ({ skip }) => {
      const store = await open();
      if (store.update === undefined) return skip();
      const id = newKey();
      await store.set(id, record('first'), 60);
      const updates = Array.from({ length: 20 }, async (_each, index) =>
        index === 10 ? store.delete(id) : store.update!(id, record(index), 60),
      );
      await Promise.all(updates);
      expect(await store.get(id)).toBe(undefined);
    });
  });
}

/** Declares the tests of a store for `rateLimit({ store })`. */
export function describeRateStore(name: string, open: OpenStore<RateStore>): void {
  describe(`${name} counts requests:`, () => {
    it('counts the requests of each key in a window whose end does not move', async () => {
      const store = await open();
      const key = newKey();
      const counts: RateCount[] = [];
      for (let index = 0; index < 4; index += 1) counts.push(await store.hit(key, LONG));
      expect(counts.map(({ count }) => count)).toEqual([1, 2, 3, 4]);
      for (const { left } of counts) expect(left).toBeLessThanOrEqual(LONG);
      expect(counts[0]!.left).toBeGreaterThan(LONG / 2);
      expect(counts[3]!.left).toBeLessThanOrEqual(counts[0]!.left);
      expect((await store.hit(newKey(), LONG)).count).toBe(1);
    });

    it('counts every one of simultaneous requests', async () => {
      const store = await open();
      const key = newKey();
      const counts = await Promise.all(Array.from({ length: 50 }, async () => store.hit(key, LONG)));
      expect(counts.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 50 }, (_each, index) => index + 1),
      );
    });

    it('distinguishes long keys and keys with any characters', async () => {
      const store = await open();
      const start = newKey() + 'x'.repeat(10_000);
      for (const end of ['a', 'b', '\0', '😀', "'"])
        expect((await store.hit(start + end, LONG)).count).toBe(1);
      expect((await store.hit(`${start}a`, LONG)).count).toBe(2);
    });

    it('starts a new window after the end of the previous one', async () => {
      const store = await open();
      const key = newKey();
      await store.hit(key, SHORT);
      await store.hit(key, SHORT);
      // If a request starts a new window, the next one may be in the same window.
      await vi.waitFor(async () => {
        const { count, left } = await store.hit(key, SHORT);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left).toBeLessThanOrEqual(SHORT);
        expect(count).toBe(1);
      }, WAIT);
    });
  });
}

/** Declares the tests of a store for `idempotency({ store })`. */
export function describeIdempotencyStore(name: string, open: OpenStore<IdempotencyStore>): void {
  const response: IdempotentResponse = {
    request: 'digest of the head',
    payload: 'digest of the body',
    payloadSize: 12,
    isWhole: true,
    status: 201,
    headers: ['content-type', 'text/plain', 'x-name', 'ü"\0'],
    body: ALL_BYTES,
  };

  describe(`${name} stores responses for idempotency keys:`, () => {
    it('reserves a key, and returns its response unchanged', async () => {
      const store = await open();
      const key = newKey();
      expect(await store.reserve(key, LONG)).toBe('reserved');
      expect(await store.reserve(key, LONG)).toBe('in-use');
      await store.set(key, response, LONG);
      const found = (await store.reserve(key, LONG)) as IdempotentResponse;
      expect({ ...found, body: [...found.body] }).toEqual({ ...response, body: [...ALL_BYTES] });
    });

    it('returns an empty body', async () => {
      const store = await open();
      const key = newKey();
      await store.reserve(key, LONG);
      await store.set(key, { ...response, status: 204, body: new Uint8Array() }, LONG);
      expect(await store.reserve(key, LONG)).toMatchObject({ status: 204, body: { byteLength: 0 } });
    });

    it('gives a key to only one of simultaneous requests', async () => {
      const store = await open();
      for (let round = 0; round < 5; round += 1) {
        const key = newKey();
        const found = await Promise.all(Array.from({ length: 20 }, async () => store.reserve(key, LONG)));
        expect(found.filter((each) => each === 'reserved')).toHaveLength(1);
        expect(found.filter((each) => each === 'in-use')).toHaveLength(19);
      }
    });

    it('deletes a reservation, but not a response', async () => {
      const store = await open();
      const key = newKey();
      await store.delete(key);
      await store.reserve(key, LONG);
      await store.delete(key);
      expect(await store.reserve(key, LONG)).toBe('reserved');
      await store.set(key, response, LONG);
      await store.delete(key);
      expect(await store.reserve(key, LONG)).toMatchObject({ status: 201 });
    });

    it('reserves a key again after the time of the reservation or the response', async () => {
      const store = await open();
      const [reserved, answered] = [newKey(), newKey()];
      await store.reserve(reserved, SHORT);
      await store.reserve(answered, LONG);
      await store.set(answered, response, SHORT);
      for (const key of [reserved, answered])
        await vi.waitFor(async () => expect(await store.reserve(key, LONG)).toBe('reserved'), WAIT);
      expect(await store.reserve(reserved, LONG)).toBe('in-use');
      expect(await store.reserve(answered, LONG)).toBe('in-use');
    });
  });
}

/** Declares the tests of a store for `responseCache({ store })`. */
export function describeResponseStore(name: string, open: OpenStore<ResponseStore>): void {
  const response: StoredResponse = {
    status: 200,
    headers: ['content-type', 'application/octet-stream', 'x-name', 'ü"\0'],
    body: ALL_BYTES,
    date: 1_700_000_000_123,
    fresh: 1000,
    stale: 0,
  };

  describe(`${name} stores responses:`, () => {
    it('returns responses and variants unchanged', async () => {
      const store = await open();
      const [key, index] = [newKey(), newKey()];
      expect(await store.get(key)).toBe(undefined);
      await store.set(key, response, LONG);
      await store.set(index, { vary: ['accept'], id: 'a' }, LONG);
      const found = (await store.get(key)) as StoredResponse;
      expect({ ...found, body: [...found.body] }).toEqual({ ...response, body: [...ALL_BYTES] });
      expect(await store.get(index)).toEqual({ vary: ['accept'], id: 'a' });
    });

    it('returns large and empty bodies', async () => {
      const store = await open();
      for (const size of [0, 1_000_000]) {
        const key = newKey();
        await store.set(key, { ...response, body: new Uint8Array(size).fill(255) }, LONG);
        const { body } = (await store.get(key)) as StoredResponse;
        expect([body.byteLength, body.every((byte) => byte === 255)]).toEqual([size, true]);
      }
    });

    it('replaces and deletes entries', async () => {
      const store = await open();
      const key = newKey();
      await store.set(key, response, LONG);
      await store.set(key, { ...response, status: 404 }, LONG);
      expect(await store.get(key)).toMatchObject({ status: 404 });
      await store.delete(key);
      await store.delete(key);
      expect(await store.get(key)).toBe(undefined);
    });

    it('distinguishes long keys', async () => {
      const store = await open();
      const start = newKey() + '/path'.repeat(4000);
      await store.set(`${start}1`, response, LONG);
      expect(await store.get(`${start}2`)).toBe(undefined);
      expect(await store.get(`${start}1`)).toMatchObject({ status: 200 });
    });

    it('returns no entry after its time', async () => {
      const store = await open();
      const key = newKey();
      await store.set(key, response, LONG);
      await store.set(key, response, SHORT);
      await vi.waitFor(async () => expect(await store.get(key)).toBe(undefined), WAIT);
    });
  });
}
