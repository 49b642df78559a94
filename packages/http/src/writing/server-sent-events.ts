import type { Exchange } from '../exchange/exchange.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import { chunksOf, type Chunks } from '../protocol/chunks.ts';
import { pump } from './pump.ts';
import { endHead } from './write-chunks.ts';

/** A server-sent event. */
export interface ServerSentEvent {
  /** Id that the client sends as `Last-Event-ID` when it reconnects (default: none). */
  readonly id?: string | number;
  /** Type of the event (default: `message`). */
  readonly event?: string;
  /** Data of the event. A string is sent unchanged, any other value as JSON. */
  readonly data: unknown;
  /** Milliseconds after which a client reconnects (default: chosen by the client). */
  readonly retry?: number;
}

/** Options for {@link events}. */
export interface EventOptions {
  /** Milliseconds between keep-alive comments (default: 15 s). */
  readonly heartbeat?: number;
}

const OPTIONS: OptionNames<EventOptions> = { heartbeat: true };

/** A result that is sent as `text/event-stream`. Created by {@link events}. */
export class EventStream {
  readonly chunks: Chunks<unknown>;
  readonly heartbeat: number;

  constructor(chunks: Chunks<unknown>, { heartbeat = 15_000 }: EventOptions = {}) {
    this.chunks = chunks;
    this.heartbeat = heartbeat;
  }
}

/**
 * Sends the values of an async iterable as server-sent events until the iterable ends, the client disconnects or the
 * server shuts down. Then the iterable's `return()` is called. An iterable that waits should watch the request's signal
 * as well.
 */
export function events(
  source: AsyncIterable<ServerSentEvent> | ReadableStream<ServerSentEvent>,
  options?: EventOptions,
): EventStream {
  if (options !== undefined) {
    assertOptions('events', options, OPTIONS);
    assertTypes('events', options, { heartbeat: 'a number' });
  }
  return new EventStream(chunksOf(source)!, options);
}

export async function writeEvents(exchange: Exchange, { chunks, heartbeat }: EventStream): Promise<void> {
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
  const beat = setInterval(() => void (response.ended || response.write(':\n\n')), heartbeat);
  try {
    await pump(exchange, chunks, (event) => formatEvent(event as ServerSentEvent, exchange));
  } finally {
    clearInterval(beat);
  }
  // Ends the stream normally even if it was cancelled, because an event stream is never complete and the client reconnects.
  response.end();
}

function formatEvent({ id, event, data, retry }: ServerSentEvent, exchange: Exchange): string {
  const text = typeof data === 'string' ? data : (exchange.toolkit.json.stringify(data) ?? '');
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
  throw new TypeError('retry of a server-sent event must be a whole number of milliseconds');
}

function assertOneLine(field: string, text: string): string {
  // oxlint-disable-next-line no-control-regex -- the format cannot represent these characters
  if (/[\r\n\0]/.test(text)) throw new TypeError(`${field} of a server-sent event must be a single line`);
  return text;
}
