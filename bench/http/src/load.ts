import { connect, type Socket } from 'node:net';

/**
 * Sends the request `count` times over `connections` connections. Each connection sends the next request when a
 * response has arrived.
 */
export async function sendLoad(
  port: number,
  request: string,
  count: number,
  connections: number,
): Promise<void> {
  const bytes = Buffer.from(request);
  let remaining = count;
  const take = (): boolean => (remaining -= 1) >= 0;
  await Promise.all(Array.from({ length: connections }, () => sendRepeatedly(port, bytes, take)));
}

function sendRepeatedly(port: number, request: Buffer, take: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    // Measures only the first response: all responses to a request have the same length, because dates have a fixed length.
    let whole = 0;
    let got = 0;
    let head = '';
    const next = (): void => {
      got = 0;
      if (take()) socket.write(request);
      else socket.end();
    };
    socket.setNoDelay(true);
    socket.on('connect', next);
    socket.on('data', (chunk: Buffer) => {
      got += chunk.length;
      if (whole === 0) {
        head += chunk.toString('latin1');
        whole = responseLength(head);
      }
      if (whole > 0 && got >= whole) next();
    });
    socket.on('error', reject);
    socket.on('close', () => (got > 0 ? reject(new Error('the server closed a connection')) : resolve()));
  });
}

/** Returns the length of the response in bytes, including its head; 0 until the head is complete. */
function responseLength(text: string): number {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return 0;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end));
  if (length === null) throw new Error(`a response without Content-Length: ${text}`);
  return end + 4 + Number(length[1]);
}

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Sends one request on a separate connection. */
export function sendRequest(port: number, request: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('connect', () => socket.write(request));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      // Some servers send errors in chunks, but only the status is used.
      const whole = /\r\ntransfer-encoding: chunked/i.test(text) ? end + 4 : responseLength(text);
      if (end === -1 || text.length < whole) return;
      socket.destroy();
      const type = /\r\ncontent-type: ([^\r;]*)/i.exec(text.slice(0, end))?.[1] ?? '';
      resolve({ status: Number(text.slice(9, 12)), type, body: text.slice(end + 4) });
    });
    socket.on('error', reject);
    socket.setTimeout(5_000, () => reject(new Error('no response')));
  });
}
