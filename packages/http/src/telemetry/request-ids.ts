import { AsyncLocalStorage } from 'node:async_hooks';
import type { RoutingContext } from '../contract/context.ts';
import type { ToolkitContext } from '../contract/toolkit-context.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import { subscribeToRequests } from '../observe/subscribe-to-requests.ts';

/** Options for {@link requestIds}. */
export interface RequestIdOptions {
  /** Name of the request and response header (default: `x-request-id`). */
  readonly header?: string;
  /** Creates an id for a request without a well-formed id (default: creates a random UUID). */
  readonly generate?: () => string;
}

const OPTIONS: OptionNames<RequestIdOptions> = { header: true, generate: true };

/** Matches ids without spaces, quotes and control characters, so that an id cannot forge parts of a log line. */
const WELL_FORMED = /^[\w.:@/+=~-]+$/;
const MAX_LENGTH = 128;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

const current = new AsyncLocalStorage<string>();
/** The key of the id in `context.data`. */
const KEY = Symbol('request id');

/**
 * Assigns an id to each request to the toolkit's routers. If the client sends an id of at most 128 characters, which
 * must be letters, digits or `._:@/+=~-`, the request keeps it; otherwise, it gets a new one. Every response contains
 * the id. The returned function stops assigning ids.
 *
 * @throws TypeError if an option is invalid
 */
export function requestIds(toolkit: ToolkitContext, options: RequestIdOptions = {}): () => void {
  assertOptions('requestIds', options, OPTIONS);
  assertTypes('requestIds', options, { header: 'a string', generate: 'a function' });
  const { header = 'x-request-id', generate = () => crypto.randomUUID() } = options;
  if (!HEADER_NAME.test(header)) {
    throw new TypeError(`requestIds: header must be the name of a header, not ${JSON.stringify(header)}`);
  }
  return subscribeToRequests(toolkit, {
    start(message) {
      const { context } = message;
      const sent = context.request.headers.get(header);
      const isUsable = sent !== undefined && sent.length <= MAX_LENGTH && WELL_FORMED.test(sent);
      const id = isUsable ? sent : generate();
      context.data.set(KEY, id);
      context.response.headers.set(header, id);
      message.surround((handle) => current.run(id, handle));
    },
  });
}

/**
 * Returns the id of the request that is being handled. Returns undefined outside requests and without
 * {@link requestIds}.
 */
export function currentRequestId(): string | undefined {
  return current.getStore();
}

/** Returns the id of a request, even after the request has been handled. */
export function requestIdOf({ data }: RoutingContext): string | undefined {
  return data.get(KEY) as string | undefined;
}
