import { once } from 'node:events';
import { connect, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { concatBytes } from '../exchange/collect-bytes.ts';
import { toPlainRequest, toResponse, type InjectRequest, type InjectResponse } from './message.ts';

/** Headers of HTTP/1.1 that have no meaning in HTTP/2. */
const HTTP1_HEADERS: ReadonlySet<string> = new Set(['connection', 'host', 'transfer-encoding', 'upgrade']);

/** Sends a request over HTTP/2 without TLS, on its own connection. */
export async function overHttp2(port: number, given: InjectRequest | string): Promise<InjectResponse> {
  const session = connect(`http://127.0.0.1:${port}`);
  // The stream fails with the same error.
  session.on('error', () => {});
  try {
    return await send(session, given);
  } finally {
    session.destroy();
  }
}

async function send(session: ClientHttp2Session, given: InjectRequest | string): Promise<InjectResponse> {
  const { method, url, headers, body, signal } = toPlainRequest(given);
  const allowed = Object.entries(headers).filter(([name]) => !HTTP1_HEADERS.has(name));
  // HTTP/1.1 removes spaces around a value; HTTP/2 drops the header.
  const trimmed = allowed.map(([name, value]) => [name, value.trim()]);
  const stream = session.request(
    {
      ':method': method,
      ':path': url,
      ...(headers['host'] !== undefined && { ':authority': headers['host'] }),
      ...Object.fromEntries(trimmed),
    },
    { endStream: body === undefined, ...(signal && { signal }) },
  );
  const parts: Uint8Array[] = [];
  let complete = true;
  stream.on('data', (part: Uint8Array) => parts.push(part));
  const ended = new Promise<void>((resolve) => stream.once('end', resolve).once('close', resolve));
  const answered = once(stream, 'response');
  // If the server resets the stream after its headers, the response counts.
  stream.on('error', () => (complete = false));
  stream.on('aborted', () => (complete = false));
  if (body instanceof Uint8Array) stream.end(body);
  else if (body !== undefined) void sendChunks(stream, body);
  const [head, , rawHeaders] = (await answered) as [Record<string, unknown>, number, string[]];
  await ended;
  const { rstCode } = stream;
  const flat = rawHeaders.filter((_value, index) => !rawHeaders[index - (index % 2)]!.startsWith(':'));
  return toResponse(Number(head[':status']), flat, concatBytes(parts), complete && rstCode === 0);
}

async function sendChunks(
  stream: ClientHttp2Stream,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  for await (const chunk of chunks) {
    if (stream.destroyed || stream.closed) return;
    stream.write(chunk);
  }
  stream.end();
}
