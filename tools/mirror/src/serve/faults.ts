import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tamper } from './serve.ts';

/** Packages, and nothing of their databases. */
const PACKAGES = /\.pkg\.tar\.\w+$/;

/** A mirror without some of its files: 404. */
export function lacking(of: RegExp): Tamper {
  return (path, _request, response) => {
    if (!of.test(path)) return false;
    response.writeHead(404).end('no such file\n');
    return true;
  };
}

/** A mirror that ends connections in the middle of packages. @param after bytes */
export function cut(after: number, of: RegExp = PACKAGES): Tamper {
  return (path, _request, response) => {
    if (!of.test(path)) return undefined;
    let left = after;
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const sent = chunk.subarray(0, left);
        left -= sent.length;
        if (left > 0) return done(null, sent);
        // What was sent is to arrive, so that there is a half to go on with.
        response.write(sent, () => response.destroy());
      },
    });
  };
}

/** A mirror on a slow line, which all its connections share. @param rate bytes a second */
export function slow(rate: number, of: RegExp = PACKAGES): Tamper {
  // A fiftieth of a second each: a timer cannot tell much shorter times.
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
 * A mirror that sends some of its files without an end, and without a length.
 *
 * @param onBytes called with the number of bytes each time some are sent
 */
export function endless(of: RegExp, onBytes: (bytes: number) => void = () => undefined): Tamper {
  return (path, request, response) => {
    // Nothing is sent to HEAD, and so nothing ever waits to be sent.
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

/** A mirror that leads from some of its files to themselves. @param onRequest called with each request for one */
export function circling(of: RegExp, onRequest: () => void = () => undefined): Tamper {
  return (path, _request, response) => {
    if (!of.test(path)) return false;
    onRequest();
    response.writeHead(302, { location: path }).end();
    return true;
  };
}

/** A mirror that believes it is another time. */
export function dated(date: Date): Tamper {
  return (_path, _request, response) => {
    response.setHeader('date', date.toUTCString());
  };
}
