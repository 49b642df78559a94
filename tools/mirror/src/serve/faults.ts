import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultInjector } from './serve.ts';

/** Matches packages, but not databases. */
const PACKAGES = /\.pkg\.tar\.\w+$/;

/** Responds with 404 to requests for some files. */
export function withoutFiles(of: RegExp): FaultInjector {
  return (path, _request, response) => {
    if (!of.test(path)) return false;
    response.writeHead(404).end('no such file\n');
    return true;
  };
}

/**
 * Closes connections in the middle of responses with packages.
 *
 * @param after number of bytes of a response before the connection closes
 */
export function truncated(after: number, of: RegExp = PACKAGES): FaultInjector {
  return (path, _request, response) => {
    if (!of.test(path)) return undefined;
    let left = after;
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const sent = chunk.subarray(0, left);
        left -= sent.length;
        if (left > 0) return done(null, sent);
        // Flush the bytes first, so that the client receives a partial file.
        response.write(sent, () => response.destroy());
      },
    });
  };
}

/**
 * Limits the total rate of all connections.
 *
 * @param rate bytes per second
 */
export function throttled(rate: number, of: RegExp = PACKAGES): FaultInjector {
  // Number of bytes in a fiftieth of a second. Timers are imprecise for shorter intervals.
  const most = Math.max(1, Math.round(rate / 50));
  let free = 0;
  const turn = async (size: number): Promise<void> => {
    const now = performance.now();
    free = Math.max(free, now) + (size / rate) * 1000;
    await sleep(free - now);
  };
  return (path) => {
    if (!of.test(path)) return undefined;
    return new Transform({
      async transform(chunk: Buffer, _encoding, done) {
        for (let at = 0; at < chunk.length && !this.destroyed; at += most) {
          const piece = chunk.subarray(at, at + most);
          await turn(piece.length);
          this.push(piece);
        }
        done();
      },
    });
  };
}

const CHUNK = Buffer.alloc(64 * 1024);

/**
 * Sends endless responses, without a length, for some files.
 *
 * @param onBytes called before each write with the number of bytes to send
 */
export function endless(of: RegExp, onBytes: (bytes: number) => void = () => undefined): FaultInjector {
  return (path, request, response) => {
    // A HEAD response has no body, and therefore no backpressure.
    if (!of.test(path) || request.method === 'HEAD') return false;
    const more = (): void => {
      while (!response.destroyed) {
        onBytes(CHUNK.length);
        if (!response.write(CHUNK)) break;
      }
    };
    response.on('drain', more);
    more();
    return true;
  };
}

/**
 * Redirects some files to themselves.
 *
 * @param onRequest called with each request for a redirected file
 */
export function withRedirectLoop(of: RegExp, onRequest: () => void = () => undefined): FaultInjector {
  return (path, _request, response) => {
    if (!of.test(path)) return false;
    onRequest();
    response.writeHead(302, { location: path }).end();
    return true;
  };
}

/** Replaces the time in the Date header of responses. */
export function withDate(date: Date): FaultInjector {
  return (_path, _request, response) => {
    response.setHeader('date', date.toUTCString());
  };
}
