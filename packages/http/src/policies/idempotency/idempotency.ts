/** @module Requests that can be repeated without repeating their effect. */
import { createHash } from 'node:crypto';
import { withTimeout } from '@writ/diagnostics/internal';
import type { RoutingContext } from '../../contract/context.ts';
import type { Filter } from '../../contract/filter.ts';
import { HttpError } from '../../errors/http-error.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { withProviderTimeout } from '../../exchange/provider-timeout.ts';
import { RestResponse } from '../../exchange/rest-response.ts';
import { replaceFlat } from '../../protocol/flat-headers.ts';
import { describeFilter, markFilterFactory } from '../filter-metadata.ts';
import { CapturingSink, type CapturedResponse } from '../response-cache/capturing-sink.ts';
import { setStoredHeaders, withoutOuter } from '../stored-headers.ts';
import { HashedBody } from './hashed-body.ts';
import { invalidKey, readIdempotencyKey } from './idempotency-key.ts';
import type { IdempotentResponse } from './idempotency-store.ts';
import { readIdempotencyOptions, type IdempotencyOptions, type IdempotencySettings } from './options.ts';

export type { IdempotencyOptions } from './options.ts';
export {
  memoryIdempotencyStore,
  type IdempotencyStore,
  type IdempotentResponse,
  type MemoryIdempotencyStoreOptions,
} from './idempotency-store.ts';

/**
 * Creates a filter for the header Idempotency-Key (draft-ietf-httpapi-idempotency-key-header-07). A repeated request
 * with the same key receives the stored response, without running the filters and the handler after it. Responds with
 * 409 while the first request is in progress, with 422 if the repeated request differs from the first one, and with 400
 * if the key is invalid, or is missing although it is required. Does not store responses with the statuses 401, 403,
 * 408, 425, 429 and 500 or higher, incomplete responses, or responses whose bodies are larger than `maxBody`. Throws
 * `TypeError` or `RangeError` if an option is invalid.
 */
export function idempotency(options: IdempotencyOptions = {}): Filter {
  const settings = readIdempotencyOptions(options);
  const { methods, required } = settings;
  const filter: Filter = function idempotent(context, next) {
    const { request, route } = context;
    // A request without a matching route may be passed to other middleware.
    if (route === undefined || !methods.has(request.method)) return next();
    const header = request.headers.get('idempotency-key');
    if (header !== undefined)
      return answerOnce(context as Exchange, next, settings, readIdempotencyKey(header));
    if (required) throw invalidKey('missing', 'is missing');
    return next();
  };
  return describeFilter(filter, {
    methods,
    refuses: ['invalid-values', 'idempotency-key-in-use', 'idempotency-key-reused'],
  });
}

markFilterFactory(idempotency);

/** A request with a key. */
interface KeyedRequest {
  /** The key in the store. */
  readonly id: string;
  /** Digest of method, address and Content-Type. */
  readonly head: string;
  readonly body: HashedBody;
}

/** Statuses of responses that may change without a change of the request, so that the request may be repeated. */
const TEMPORARY: ReadonlySet<number> = new Set([401, 403, 408, 425, 429]);

/**
 * Number of milliseconds for which a key remains reserved if the server stops during the request, in addition to the
 * time limits of the request.
 */
const RESERVATION_TIME = 10 * 60_000;

async function answerOnce(
  context: Exchange,
  next: () => unknown,
  settings: IdempotencySettings,
  key: string,
): Promise<unknown> {
  const { method, url, headers } = context.request;
  let body: HashedBody | undefined;
  context.wrapBody((source) => (body = new HashedBody(source)));
  const keyed: KeyedRequest = {
    id: digest([url.origin, clientOf(context, settings), key]),
    head: digest([method, url.pathname, url.search, headers.get('content-type') ?? null]),
    body: body!,
  };
  const found = await reserve(context, settings, keyed.id);
  if (found === 'reserved') return runFirst(context, next, settings, keyed);
  if (found === 'in-use') {
    throw new HttpError(
      'idempotency-key-in-use',
      'a request with this Idempotency-Key is still in progress; repeat the request later',
    );
  }
  return repeatResponse(context, found, keyed);
}

async function reserve(
  context: Exchange,
  { store }: IdempotencySettings,
  id: string,
): Promise<IdempotentResponse | 'reserved' | 'in-use'> {
  const { bodyTime, time = 0 } = context.limits;
  const reserving = store.reserve(id, RESERVATION_TIME + bodyTime + time);
  try {
    return await withProviderTimeout(context, 'store of idempotency', reserving);
  } catch (error) {
    // A reservation that is made too late must not block the key.
    void Promise.resolve(reserving).then(
      (found) => (found === 'reserved' ? attempt(context, () => store.delete(id)) : undefined),
      () => {},
    );
    throw error;
  }
}

/** Runs the rest of the request, and stores its response or releases the key. */
async function runFirst(
  context: Exchange,
  next: () => unknown,
  { store, lifetime, maxBody }: IdempotencySettings,
  { id, head, body }: KeyedRequest,
): Promise<unknown> {
  const { response } = context;
  const release = (): Promise<void> => attempt(context, () => store.delete(id));
  // The time limit may have ended the request while the store was busy.
  if (context.isSettled) return release();
  const before = response.headers.flat();
  let hasFinished = false;
  let isHandled = false;
  let isStored = false;
  const finish = (captured?: CapturedResponse): void => {
    if (hasFinished) return;
    hasFinished = true;
    const payload = captured && isStorable(captured) ? body.payload : undefined;
    if (captured?.body === undefined || payload === undefined) {
      // Otherwise, the handler is still running, for example after a time limit; the key is released when it ends.
      if (isHandled) void release();
      return;
    }
    isStored = true;
    // The store must contain no cookies, and a repeated response must not replace a newer session.
    const headers = replaceFlat(withoutOuter(captured.headers, before), ['set-cookie']);
    const stored = { request: head, ...payload, status: captured.status, headers, body: captured.body };
    void attempt(context, () => store.set(id, stored, lifetime));
  };
  response.intercept(
    (sink) => new CapturingSink(sink, { maxBody, onHead: (_status, headers) => headers, onEnd: finish }),
  );
  try {
    const result = await next();
    // The response of Express or Connect middleware passes through no sink.
    if (context.answered && !response.started) finish();
    return result;
  } finally {
    isHandled = true;
    if (hasFinished && !isStored) void release();
  }
}

function isStorable({ status }: CapturedResponse): boolean {
  return status < 500 && !TEMPORARY.has(status);
}

/** Sends the stored response as the result of the filter, so that the filters before it can still add headers. */
async function repeatResponse(
  context: Exchange,
  stored: IdempotentResponse,
  { head, body }: KeyedRequest,
): Promise<unknown> {
  if (stored.request !== head || !(await body.equals(stored, context.limits.bodyTime))) {
    throw new HttpError(
      'idempotency-key-reused',
      'an earlier request with this Idempotency-Key had another method, address or body; use a new key',
    );
  }
  if (context.isSettled) return undefined;
  const { response } = context;
  setStoredHeaders(response, stored.headers);
  response.headers.set('idempotent-replayed', 'true');
  response.beforeHead(() => stored.body);
  return RestResponse.status(stored.status);
}

/** Identifies the client by the application's id or by the credentials in the request. */
function clientOf(context: RoutingContext, { client }: IdempotencySettings): unknown {
  const { headers } = context.request;
  const id: unknown = client?.(context);
  if (typeof id === 'string') return id;
  if (id === undefined) return [headers.get('authorization') ?? null, headers.get('cookie') ?? null];
  throw new TypeError('idempotency: client must return a string or undefined');
}

function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** Calls the store. Logs an error or timeout instead of throwing it; the key then remains reserved for some time. */
async function attempt({ toolkit, limits }: RoutingContext, call: () => void | Promise<void>): Promise<void> {
  try {
    await withTimeout(Promise.resolve(call()), limits.provider, (): never => {
      throw new Error(`the store took longer than ${limits.provider} ms`);
    });
  } catch (error) {
    toolkit.logger.error({ error }, 'the store of idempotency failed');
  }
}
