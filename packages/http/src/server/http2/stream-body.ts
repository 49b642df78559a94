import type { ServerHttp2Stream } from 'node:http2';
import type { Chunks } from '../../protocol/chunks.ts';
import type { BodyReceiver, BodySource } from '../body-source.ts';

const disconnected = (): Error => new Error('the client disconnected while sending the body');

/** The body of an HTTP/2 request, received through the events of its stream. */
export class StreamBody implements BodySource {
  readonly #stream: ServerHttp2Stream;

  constructor(stream: ServerHttp2Stream) {
    this.#stream = stream;
  }

  divert(receiver: BodyReceiver): void {
    const stream = this.#stream;
    stream.on('data', (part: Uint8Array) => receiver.receive(part));
    // Node also ends the readable side of a stream that the client has reset.
    stream.on('end', () => (stream.aborted ? receiver.abort(disconnected()) : receiver.end()));
    stream.on('close', () => receiver.abort(disconnected()));
    if (stream.destroyed) receiver.abort(disconnected());
  }

  /** Stops reading. The stream's flow control then stops the client, until the response closes the stream. */
  stopDiverting(): void {
    this.#stream.pause();
  }
}

/** Returns the chunks of a body one at a time. Fails if the client resets the stream. */
export function chunksOfStream(stream: ServerHttp2Stream): Chunks<Uint8Array> {
  // The response needs the stream even if the handler stops reading the body.
  const iterator = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
  return {
    async next() {
      const result = await iterator.next();
      if (result.done === true && stream.aborted) throw disconnected();
      return result;
    },
    stop: () => void iterator.return?.().catch(() => {}),
  };
}
