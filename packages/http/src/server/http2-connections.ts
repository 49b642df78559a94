import type { ServerHttp2Session, ServerHttp2Stream } from 'node:http2';
import type { Timeouts } from './server-types.ts';

/** Error code with which HTTP/2 cancels a request (RFC 9113, section 7). */
const CANCEL = 8;

/** Longest interval between checks in milliseconds, and the interval as a share of the shortest time limit. */
const MAX_INTERVAL = 1_000;
const INTERVAL_SHARE = 0.2;

interface Connection {
  openStreams: number;
  /** Whether the client has sent a request. */
  isUsed: boolean;
  /** Time at which the connection was opened or its last stream was closed, according to `performance.now()`. */
  idleSince: number;
}

/** The HTTP/2 connections of a server, with the time limits that `node:http2` lacks. */
export class Http2Connections {
  readonly #timeouts: Timeouts;
  readonly #connections = new Map<ServerHttp2Session, Connection>();
  /** Streams whose request has not arrived completely, with the time at which they were opened. */
  readonly #incomplete = new Map<ServerHttp2Stream, number>();
  #timer: NodeJS.Timeout | undefined = undefined;

  constructor(timeouts: Timeouts) {
    this.#timeouts = timeouts;
  }

  add(session: ServerHttp2Session): void {
    const connection = { openStreams: 0, isUsed: false, idleSince: performance.now() };
    this.#connections.set(session, connection);
    session.once('close', () => this.#connections.delete(session));
    session.on('stream', (stream) => this.#watchStream(connection, stream));
    this.#startTimer();
  }

  /** Sends GOAWAY on all connections. They close when their requests have been answered. */
  closeIdle(): void {
    for (const session of this.#connections.keys()) session.close();
  }

  closeAll(): void {
    for (const session of this.#connections.keys()) session.destroy();
  }

  #watchStream(connection: Connection, stream: ServerHttp2Stream): void {
    connection.openStreams += 1;
    connection.isUsed = true;
    stream.once('close', () => {
      connection.openStreams -= 1;
      connection.idleSince = performance.now();
    });
    if (stream.endAfterHeaders) return;
    this.#incomplete.set(stream, performance.now());
    const remove = (): void => void this.#incomplete.delete(stream);
    stream.once('end', remove).once('close', remove);
  }

  #startTimer(): void {
    const limits = Object.values(this.#timeouts as unknown as Record<string, number>).filter(
      (limit) => limit > 0,
    );
    if (this.#timer !== undefined || limits.length === 0) return;
    const interval = Math.min(MAX_INTERVAL, Math.min(...limits) * INTERVAL_SHARE);
    this.#timer = setInterval(() => this.#check(), interval).unref();
  }

  #check(): void {
    const now = performance.now();
    const { headersTimeout, keepAliveTimeout, requestTimeout } = this.#timeouts;
    for (const [session, { openStreams, isUsed, idleSince }] of this.#connections) {
      const limit = isUsed ? keepAliveTimeout : headersTimeout;
      if (openStreams === 0 && limit > 0 && now - idleSince > limit) session.close();
    }
    for (const [stream, since] of this.#incomplete) {
      if (requestTimeout > 0 && now - since > requestTimeout) stream.close(CANCEL);
    }
    if (this.#connections.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
