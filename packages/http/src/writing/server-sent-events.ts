import type { Exchange } from '../exchange/exchange.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import { chunksOf, type Chunks } from '../protocol/chunks.ts';
import { pump } from './pump.ts';
import { endHead } from './write-chunks.ts';

/** One server-sent event. */
export interface ServerSentEvent {
  /** What a client that comes back sends as `Last-Event-ID`. */
  readonly id?: string | number;
  /** `message` when not given. */
  readonly event?: string;
  /** A string is sent as it is; anything else as JSON. */
  readonly data: unknown;
  /** Milliseconds after which a client that lost the connection comes back. */
  readonly retry?: number;
}

/** Options of `events`. */
export interface EventOptions {
  /** Milliseconds between signs of life while there is nothing to send; 15 s when not given. */
  readonly heartbeat?: number;
}

const OPTIONS: OptionNames<EventOptions> = { heartbeat: true };

/** A result that is sent as `text/event-stream`. */
export class EventStream {
  readonly chunks: Chunks<unknown>;
  readonly heartbeat: number;

  constructor(chunks: Chunks<unknown>, { heartbeat = 15_000 }: EventOptions = {}) {
    this.chunks = chunks;
    this.heartbeat = heartbeat;
  }
}

/**
 * Sends what an async iterable gives as server-sent events, until it ends, the client goes away or the server shuts
 * down. The iterable is then told by `return()`; one that waits for something of its own should also watch the
 * request's signal.
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
  // Headers go out now: the first event may be long in coming.
  response.start();
  const beat = setInterval(() => void (response.ended || response.write(':\n\n')), heartbeat);
  try {
    await pump(exchange, chunks, (event) => formatEvent(event as ServerSentEvent, exchange));
  } finally {
    clearInterval(beat);
  }
  // Also when it was cut: an event stream has no whole, and a client comes back.
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
  throw new TypeError('the retry of an event is a whole number of milliseconds');
}

function assertOneLine(field: string, text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what the format cannot hold
  if (/[\r\n\0]/.test(text)) throw new TypeError(`the ${field} of an event is one line`);
  return text;
}
