import type { RateStore } from '@writ/http';
import type { IdempotencyStore, IdempotentResponse } from '@writ/http/idempotency';
import type { ResponseStore, StoredResponse, StoredVariants } from '@writ/http/response-cache';
import type { SessionStore } from '@writ/http/sessions';
import {
  deserializeEntry,
  deserializeSession,
  digestKey,
  limitCalls,
  serializeEntry,
  serializeSession,
} from '@writ/http/stores';

/** The part of a client of `@redis/client` or `redis` that the stores use. */
export interface RedisClient {
  /** Sends a command, and rejects if it cannot be sent within `timeout` milliseconds. */
  sendCommand(
    args: (string | Buffer)[],
    options: { readonly timeout: number; readonly typeMapping: { readonly 36: typeof Buffer } },
  ): Promise<unknown>;
}

/** Options for {@link redisStores}. */
export interface RedisStoresOptions {
  /** The beginning of all keys (default: `writ`). */
  readonly prefix?: string;
  /** Maximum number of milliseconds for which a command waits for a connection (default: 5,000). */
  readonly timeout?: number;
  /** Maximum number of commands in progress; further commands fail at once (default: 1,000). */
  readonly maxPending?: number;
}

/** Stores in Redis or Valkey, for any number of servers. */
export interface RedisStores {
  /** The store for `sessions({ store })`. */
  readonly sessions: SessionStore;
  /** The store for `responseCache({ store })`. */
  readonly responses: ResponseStore;
  /** The store for `idempotency({ store })`. */
  readonly idempotency: IdempotencyStore;
  /** Returns a store for `rateLimit({ store })`. Rate limits with the same name share their counts. */
  rates(name: string): RateStore;
}

type Send = (...args: (string | Buffer)[]) => Promise<unknown>;

/** Creates stores on the server of a client. Throws `TypeError` or `RangeError` if an option is invalid. */
export function redisStores(client: RedisClient, options: RedisStoresOptions = {}): RedisStores {
  const { prefix = 'writ', timeout = 5000, maxPending = 1000 } = options;
  if (typeof client?.sendCommand !== 'function')
    throw new TypeError('redisStores: pass a client of @redis/client or redis');
  if (!Number.isSafeInteger(timeout) || timeout < 1)
    throw new RangeError(
      `redisStores: timeout must be a whole number of milliseconds, 1 or more, not ${timeout}`,
    );
  const call = limitCalls('the Redis store', maxPending);
  // Strings of the server are read as bytes, because responses may contain any bytes.
  const settings = { timeout, typeMapping: { 36: Buffer } } as const;
  const send: Send = (...args) => call(`send ${String(args[0])}`, () => client.sendCommand(args, settings));
  return {
    sessions: openSessions(send, (id) => `${prefix}:session:${id}`),
    responses: openResponses(send, (key) => `${prefix}:response:${digestKey(key)}`),
    idempotency: openIdempotency(send, (key) => `${prefix}:idempotency:${key}`),
    rates: (name) => openRates(send, (key) => `${prefix}:rate:${digestKey(name, key)}`),
  };
}

type ToKey = (key: string) => string;

function openSessions(send: Send, keyOf: ToKey): SessionStore {
  return {
    async get(id) {
      const value = await send('GET', keyOf(id));
      return value instanceof Uint8Array ? deserializeSession(new TextDecoder().decode(value)) : undefined;
    },
    async set(id, record, ttl) {
      await send('SET', keyOf(id), serializeSession(record), 'PX', milliseconds(ttl * 1000));
    },
    async update(id, record, ttl) {
      const reply = await send(
        'SET',
        keyOf(id),
        serializeSession(record),
        'XX',
        'PX',
        milliseconds(ttl * 1000),
      );
      return reply !== null;
    },
    async delete(id) {
      await send('DEL', keyOf(id));
    },
  };
}

function openResponses(send: Send, keyOf: ToKey): ResponseStore {
  return {
    get: async (key) => deserializeEntry<StoredResponse | StoredVariants>(await send('GET', keyOf(key))),
    async set(key, entry, time) {
      await send('SET', keyOf(key), serializeEntry(entry), 'PX', milliseconds(time));
    },
    async delete(key) {
      await send('DEL', keyOf(key));
    },
  };
}

const RELEASE = "if redis.call('STRLEN', KEYS[1]) == 0 then redis.call('DEL', KEYS[1]) end return 0";

/** Creates the store for `idempotency({ store })`. The value of a reserved key is an empty string. */
function openIdempotency(send: Send, keyOf: ToKey): IdempotencyStore {
  return {
    async reserve(key, time) {
      const value = await send('SET', keyOf(key), '', 'NX', 'GET', 'PX', milliseconds(time));
      return value === null ? 'reserved' : (deserializeEntry<IdempotentResponse>(value) ?? 'in-use');
    },
    async set(key, response, time) {
      await send('SET', keyOf(key), serializeEntry(response), 'PX', milliseconds(time));
    },
    async delete(key) {
      await send('EVAL', RELEASE, '1', keyOf(key));
    },
  };
}

const HIT = `local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  left = tonumber(ARGV[1])
  redis.call('PEXPIRE', KEYS[1], left)
end
return {count, left}`;

function openRates(send: Send, keyOf: ToKey): RateStore {
  return {
    async hit(key, window) {
      const reply = await send('EVAL', HIT, '1', keyOf(key), milliseconds(window));
      const [count, left] = reply as [number, number];
      return { count: Number(count), left: Number(left) };
    },
  };
}

/** Formats a number of milliseconds for Redis, which accepts only whole numbers from 1. */
function milliseconds(time: number): string {
  return String(Math.max(1, Math.ceil(time)));
}
