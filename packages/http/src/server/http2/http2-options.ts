import { maxHeaderSize } from 'node:http';
import type { ServerOptions as NodeHttp2Options } from 'node:http2';
import { assertOptions, type OptionNames } from '../../internal/options.ts';

/** Limits for HTTP/2 connections, with the names and, unless noted, the defaults of `node:http2`. */
export interface Http2Limits {
  /** Maximum number of requests that a client may have open on a connection (default: 100). */
  readonly maxConcurrentStreams?: number;
  /**
   * Maximum size in bytes of the headers of a request. Each header adds 32 bytes to its own size (default: Node's
   * `maxHeaderSize`, usually 16 KiB).
   */
  readonly maxHeaderListSize?: number;
  /** Maximum number of invalid frames that a connection may receive (default: 1000). */
  readonly maxSessionInvalidFrames?: number;
  /**
   * Number of megabytes that a connection may occupy, not counting response bodies that wait to be sent. If it is
   * reached, further requests on the connection are refused until data has been sent (default: 10, or 0.1 for each
   * request of `maxConcurrentStreams` if that is more).
   */
  readonly maxSessionMemory?: number;
  /** Maximum number of streams beyond `maxConcurrentStreams` that a client may open (default: 100). */
  readonly maxSessionRejectedStreams?: number;
  /** Number of requests that a client may cancel at once (default: 1000). */
  readonly streamResetBurst?: number;
  /** Number of requests per second that a client may cancel afterwards (default: 33). */
  readonly streamResetRate?: number;
}

const LIMITS: OptionNames<Http2Limits> = {
  maxConcurrentStreams: true,
  maxHeaderListSize: true,
  maxSessionInvalidFrames: true,
  maxSessionMemory: true,
  maxSessionRejectedStreams: true,
  streamResetBurst: true,
  streamResetRate: true,
};

const MAX_UINT32 = 4_294_967_295;

/** @throws TypeError if a limit is unknown or not a positive integer */
export function assertHttp2Limits(http2: unknown): void {
  if (typeof http2 === 'boolean') return;
  if (typeof http2 !== 'object' || http2 === null) {
    throw new TypeError(
      `createServer: http2 must be true, or limits such as { maxConcurrentStreams: 50 }, not ${JSON.stringify(http2)}`,
    );
  }
  assertOptions('createServer: http2', http2 as Http2Limits, LIMITS);
  for (const [name, value] of Object.entries(http2)) {
    if (value === undefined || (Number.isInteger(value) && value > 0 && value <= MAX_UINT32)) continue;
    throw new TypeError(
      `createServer: http2.${name} must be a positive integer of at most 32 bits, not ${JSON.stringify(value)}`,
    );
  }
}

/** Returns the options for servers of `node:http2`. */
export function toNodeOptions({
  maxConcurrentStreams = 100,
  maxHeaderListSize = maxHeaderSize,
  // Up to 64 KiB of each response are passed to the connection at once.
  maxSessionMemory = Math.max(10, Math.ceil(maxConcurrentStreams / 10)),
  ...limits
}: Http2Limits): NodeHttp2Options {
  return { ...limits, maxSessionMemory, settings: { maxConcurrentStreams, maxHeaderListSize } };
}
