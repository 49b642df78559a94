import type { Exchange } from '../exchange/exchange.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import { chunksOf, type Chunks } from '../protocol/chunks.ts';
import { pump } from './pump.ts';
import { toJson } from './result-forms.ts';
import { watchStall } from './stall-watch.ts';
import { endHead } from './write-chunks.ts';

/** A server-sent event. */
export interface ServerSentEvent {
  /** Id of the event, which the client sends as `Last-Event-ID` when it reconnects (default: none). */
  readonly id?: string | number;
  /** Type of the event (default: `message`). */
  readonly event?: string;
  /**
   * Data of the event. A string is sent unchanged, `undefined` as an empty string, and any other value as JSON. If JSON
   * would lose the value, as with a `Map`, the stream is aborted with an error.
   */
  readonly data: unknown;
  /** Number of milliseconds after which the client reconnects (default: the client decides). */
  readonly retry?: number;
}

/** Options for {@link events}. */
export interface EventOptions {
  /** Number of milliseconds between keep-alive comments (default: 15 s). */
  readonly heartbeat?: number;
  /**
   * Number of milliseconds for which a client may leave data unread before the stream is aborted (default: 60 s). This
   * has no effect in a fetch handler, which cannot know what the client has read.
   */
  readonly stallTimeout?: number;
  /** Called when a stream is aborted because the client does not read. */
  readonly onStall?: () => void;
}

const OPTIONS: OptionNames<EventOptions> = { heartbeat: true, stallTimeout: true, onStall: true };

/** A result that is sent as `text/event-stream`. {@link events} creates it. */
export class EventStream {
  readonly chunks: Chunks<unknown>;
  readonly heartbeat: number;
  readonly stallTimeout: number;
  readonly onStall: () => void;

  constructor(
    chunks: Chunks<unknown>,
    { heartbeat = 15_000, stallTimeout = 60_000, onStall = () => {} }: EventOptions = {},
  ) {
    this.chunks = chunks;
    this.heartbeat = heartbeat;
    this.stallTimeout = stallTimeout;
    this.onStall = onStall;
  }
}

/**
 * Creates a result that sends the values of an async iterable as server-sent events until the iterable ends, the client
 * disconnects or stops reading, the time limit is reached or the server shuts down. If the iterable has not ended, its
 * method `return()` is then called. An iterable that waits for something should also watch the request's signal. Throws
 * `TypeError` if an option is invalid.
 */
export function events(
  source: AsyncIterable<ServerSentEvent> | ReadableStream<ServerSentEvent>,
  options?: EventOptions,
): EventStream {
  if (options !== undefined) {
    assertOptions('events', options, OPTIONS);
    assertTypes('events', options, {
      heartbeat: 'a number',
      stallTimeout: 'a number',
      onStall: 'a function',
    });
  }
  return new EventStream(chunksOf(source)!, options);
}

export async function writeEvents(
  exchange: Exchange,
  { chunks, heartbeat, stallTimeout, onStall }: EventStream,
): Promise<void> {
  const { response } = exchange;
  response.headers.set('content-type', 'text/event-stream');
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-cache');
  exchange.move('answer');
  exchange.isEventStream = true;
  if (exchange.method === 'HEAD') {
    chunks.stop();
    endHead(exchange);
    return;
  }
  // Sends the headers immediately, because the first event may take a long time.
  response.start();
  const stall = watchStall(exchange, stallTimeout);
  // A client that has data to read does not need comments, and comments that it does not read would accumulate.
  const beat = setInterval(
    () => void (response.ended || stall.isWaiting() || response.write(':\n\n')),
    heartbeat,
  );
  try {
    const signal = AbortSignal.any([exchange.signal, stall.signal]);
    await pump({ response, signal }, chunks, (event) => formatEvent(event as ServerSentEvent, exchange));
  } finally {
    clearInterval(beat);
    stall.end();
  }
  if (stall.signal.aborted) {
    onStall();
    response.breakOff();
    return;
  }
  // The stream ends normally even if it was cancelled: an event stream is never complete, and the client reconnects.
  response.end();
}

function formatEvent({ id, event, data, retry }: ServerSentEvent, exchange: Exchange): string {
  const text =
    typeof data === 'string' ? data : data === undefined ? '' : toJson(exchange.toolkit.json, data);
  const lines = [
    ...(id === undefined ? [] : [`id: ${assertOneLine('id', String(id))}`]),
    ...(event === undefined ? [] : [`event: ${assertOneLine('event', event)}`]),
    ...(retry === undefined ? [] : [`retry: ${assertRetry(retry)}`]),
    ...text.split(/\r\n|\r|\n/).map((line) => `data: ${line}`),
  ];
  return `${lines.join('\n')}\n\n`;
}

function assertRetry(retry: number): number {
  if (Number.isSafeInteger(retry) && retry >= 0) return retry;
  throw new TypeError('the retry time of a server-sent event must be a whole number of milliseconds');
}

function assertOneLine(field: string, text: string): string {
  // oxlint-disable-next-line no-control-regex -- the format cannot represent these characters
  if (/[\r\n\0]/.test(text)) throw new TypeError(`the ${field} of a server-sent event must be a single line`);
  return text;
}
