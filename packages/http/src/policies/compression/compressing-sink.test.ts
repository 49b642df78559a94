import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import type { ResponseSink } from '../../contract/response-sink.ts';
import { CompressingSink } from './compressing-sink.ts';

/** A slow client: each write waits until the test releases it. */
function openSlowClient() {
  const parts: Uint8Array[] = [];
  const waiting: (() => void)[] = [];
  const client = {
    parts,
    isEnded: false,
    isAborted: false,
    /** Reads the chunk that was written last. */
    read: (): void => waiting.shift()?.(),
  };
  const sink: ResponseSink = {
    send: () => {},
    start: () => {},
    write(chunk) {
      parts.push(Buffer.from(chunk));
      return new Promise((resolve) => waiting.push(resolve));
    },
    end: () => {
      client.isEnded = true;
    },
    abort: () => {
      client.isAborted = true;
    },
  };
  return { client, sink };
}

function compress(next: ResponseSink): CompressingSink {
  const sink = new CompressingSink(next, {
    codings: ['gzip'],
    minSize: 0,
    types: () => true,
    isHead: false,
    isDisabled: () => false,
  });
  sink.start(200, ['content-type', 'text/plain']);
  return sink;
}

const PART = 256 * 1024;

it('a stream waits for a client that reads slowly', async () => {
  const { client, sink } = openSlowClient();
  const compressed = compress(sink);
  const sent: Uint8Array[] = [];
  // The bytes are random so that they do not shrink.
  const write = async (): Promise<void> => {
    for (let count = 0; count < 8; count += 1) {
      sent.push(randomBytes(PART));
      await compressed.write(sent.at(-1)!);
    }
    compressed.end();
  };
  const written = write();
  await vi.waitFor(() => expect(client.parts).not.toHaveLength(0), { timeout: 30_000 });
  for (let count = 0; count < 50; count += 1) await turn();
  expect(client.parts).toHaveLength(1);
  expect(sent.length).toBeLessThan(4);
  while (!client.isEnded) {
    client.read();
    await turn();
  }
  await written;
  expect(gunzipSync(Buffer.concat(client.parts)).equals(Buffer.concat(sent))).toBe(true);
});

it('a write to an aborted stream no longer waits for the client', async () => {
  const { client, sink } = openSlowClient();
  const compressed = compress(sink);
  let blocked: void | Promise<void> = undefined;
  for (let count = 0; count < 100 && blocked === undefined; count += 1)
    blocked = compressed.write(randomBytes(PART));
  expect(blocked).toBeInstanceOf(Promise);
  await vi.waitFor(() => expect(client.parts).not.toHaveLength(0), { timeout: 30_000 });
  compressed.abort();
  await blocked;
  expect(client.isAborted).toBe(true);
});

it('a write after an abort resolves immediately', async () => {
  const { client, sink } = openSlowClient();
  const compressed = compress(sink);
  compressed.abort();
  for (let count = 0; count < 5; count += 1) await turn();
  await compressed.write('late');
  expect(client.parts).toEqual([]);
});
