import { memoryIdempotencyStore } from '../policies/idempotency/idempotency.ts';
import { memoryStore } from '../policies/rate-limit-store.ts';
import { memoryResponseStore } from '../policies/response-cache/response-cache.ts';
import { memorySessions } from '../policies/sessions/index.ts';
import {
  describeIdempotencyStore,
  describeRateStore,
  describeResponseStore,
  describeSessionStore,
} from './stores.ts';

describeSessionStore('memorySessions', () => memorySessions());
describeSessionStore('a store without update', () => {
  const { get, set, delete: remove } = memorySessions();
  return { get, set, delete: remove };
});
describeRateStore('memoryStore', () => memoryStore());
describeIdempotencyStore('memoryIdempotencyStore', () => memoryIdempotencyStore());
describeResponseStore('memoryResponseStore', () => memoryResponseStore());
