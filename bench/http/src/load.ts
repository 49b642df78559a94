import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Number of requests to each server before a case is measured. */
export const WARM_UP = 10_000;

/** Opens connections, sends the request `count` times over them, and closes them. */
export async function sendLoad(
  port: number,
  request: string,
  count: number,
  connections: number,
): Promise<void> {
  const load = new Load(port, connections);
  await load.open();
  await load.send([request], count);
  load.close();
}

/** Connections to a server, which remain open between measurements: opening them would be part of the cost. */
export class Load {
  readonly #connections: readonly LoadConnection[];

  constructor(port: number, connections: number) {
    this.#connections = Array.from({ length: connections }, () => new LoadConnection(port));
  }

  /** Opens the connections that are not open, and replaces those that have been idle for long. */
  async open(): Promise<void> {
    await Promise.all(this.#connections.map((each) => each.open()));
  }

  /**
   * Sends `count` requests, the given ones in turn. Each connection sends the next request when a response has arrived.
   */
  async send(requests: readonly string[], count: number): Promise<void> {
    const all = requests.map((request) => Buffer.from(request));
    let sent = 0;
    const next = (): Buffer | undefined => {
      sent += 1;
      return sent > count ? undefined : all[sent % all.length];
    };
    await Promise.all(this.#connections.map((each) => each.sendRepeatedly(next)));
  }

  close(): void {
    for (const each of this.#connections) each.close();
  }
}

/** Milliseconds after which an idle connection is replaced, because servers close idle connections after 5 seconds. */
const MAX_IDLE = 2_000;

class LoadConnection {
  readonly #port: number;
  #socket: Socket | undefined;
  #lastUse = 0;
  /** Receives data while a response is expected. */
  #receive: ((chunk: Buffer) => void) | undefined;
  #fail: ((error: Error) => void) | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  async open(): Promise<void> {
    const isOpen = this.#socket !== undefined && !this.#socket.destroyed;
    if (isOpen && performance.now() - this.#lastUse < MAX_IDLE) return;
    this.#socket?.destroy();
    const socket = connect(this.#port, '127.0.0.1').setNoDelay(true);
    this.#socket = socket;
    await once(socket, 'connect');
    this.#lastUse = performance.now();
    socket.on('data', (chunk: Buffer) => this.#receive?.(chunk));
    socket.on('error', (error) => this.#fail?.(error));
    socket.on('close', () => {
      if (this.#socket === socket) this.#fail?.(new Error('the server closed a connection'));
    });
  }

  sendRepeatedly(take: () => Buffer | undefined): Promise<void> {
    const socket = this.#socket!;
    return new Promise((resolve, reject) => {
      // Only the first response is measured, because all responses to a request have the same length; even dates have a
      // fixed length.
      let whole = 0;
      let got = 0;
      let head = '';
      const next = (): void => {
        got = 0;
        const request = take();
        if (request !== undefined) {
          socket.write(request);
          return;
        }
        this.#receive = undefined;
        this.#fail = undefined;
        this.#lastUse = performance.now();
        resolve();
      };
      this.#fail = reject;
      this.#receive = (chunk) => {
        got += chunk.length;
        if (whole === 0) {
          head += chunk.toString('latin1');
          whole = responseLength(head);
        }
        if (whole > 0 && got >= whole) next();
      };
      next();
    });
  }

  close(): void {
    this.#socket?.destroy();
  }
}

/** Returns the length of the response in bytes, including its head; 0 until the head is complete. */
export function responseLength(text: string): number {
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
