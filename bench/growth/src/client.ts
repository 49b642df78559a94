import { connect, type Socket } from 'node:net';

/** Time limit of a response in milliseconds. */
const LIMIT = 60_000;
const CHUNK = Buffer.alloc(64 * 1024, 'a');

/** A connection on which requests are sent one after the other. */
export class Client {
  readonly #socket: Socket;
  #received = '';
  #waiting: { resolve: (body: string) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('the server closed a connection')));
  }

  static connect(port: number): Promise<Client> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new Client(socket));
      });
    });
  }

  /** Sends a request; returns the body of the response. */
  send(request: Buffer): Promise<string> {
    const response = this.#nextResponse();
    this.#socket.write(request);
    return response;
  }

  /** Sends a body of this length in bytes; returns the body of the response. */
  async upload(path: string, length: number): Promise<string> {
    const response = this.#nextResponse();
    this.#socket.write(
      `PUT ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/octet-stream\r\ncontent-length: ${length}\r\n\r\n`,
    );
    for (let rest = length; rest > 0; rest -= CHUNK.length) {
      if (!this.#socket.write(rest >= CHUNK.length ? CHUNK : CHUNK.subarray(0, rest))) {
        await new Promise((resolve) => this.#socket.once('drain', resolve));
      }
    }
    return response;
  }

  close(): void {
    this.#socket.destroy();
  }

  #nextResponse(): Promise<string> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no response')), LIMIT);
      this.#waiting = {
        resolve: (body) => {
          clearTimeout(timer);
          resolve(body);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
    });
  }

  #receive(chunk: Buffer): void {
    this.#received += chunk.toString('latin1');
    const end = this.#received.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = this.#received.slice(0, end);
    const body = readBody(head, this.#received.slice(end + 4));
    if (body === undefined) return;
    this.#received = '';
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (head.startsWith('HTTP/1.1 200 ')) waiting?.resolve(body);
    else waiting?.reject(new Error(`unexpected response: ${head}`));
  }
}

/** Returns the body if it is complete. */
function readBody(head: string, rest: string): string | undefined {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return rest.length >= Number(length) ? rest : undefined;
  if (!rest.endsWith('0\r\n\r\n')) return undefined;
  return rest.split('\r\n').slice(1, 2).join('');
}
