import { AsyncResource } from 'node:async_hooks';
import type { Socket } from 'node:net';
import type { Deadlines } from '../deadlines.ts';
import { HEAD_FLAGS } from '../parser/head-flags.ts';
import type { RequestHead } from '../parser/request-head.ts';
import type { UpgradeHandler } from '../upgrade/upgrade-handler.ts';
import { declaresBody } from '../../protocol/framing.ts';
import { UnreadBody } from '../unread-body.ts';
import type { ParseFailure, RequestParser, RequestReceiver } from '../parser/request-parser.ts';
import type { ConnectionContext } from './connection-context.ts';
import { FastTransport } from './fast-transport.ts';
import { Input } from './input.ts';
import { Output } from './output.ts';
import type { Reading } from './request-body.ts';
import type { ResponseHead } from './response-head.ts';

/** Number of milliseconds by which an idle connection outlives the announced Keep-Alive timeout, as in Node. */
const KEEP_ALIVE_BUFFER = 1_000;

const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;
const CLOSE = /(?:^|\W)close(?:$|\W)/i;

/** Status codes and reason phrases of responses to requests that cannot be parsed or have not arrived in time. */
const REFUSALS: Readonly<Record<ParseFailure | 'timeout', string>> = {
  'bad-request': '400 Bad Request',
  timeout: '408 Request Timeout',
  'extensions-too-large': '413 Payload Too Large',
  'headers-too-large': '431 Request Header Fields Too Large',
};

/** Responds without calling the router, with the same headers as `node:http`. */
function reject(transport: FastTransport, status: number, headers: string[]): void {
  transport.start(status, headers);
  transport.end();
}

/** Parses the requests of one connection one after another, and sends the responses in the same order. */
export class Connection implements RequestReceiver, Reading {
  readonly #socket: Socket;
  readonly #context: ConnectionContext;
  readonly #input: Input;
  readonly #output: Output;
  readonly #parser: RequestParser;
  /** Runs `#continue` in the asynchronous context of the connection instead of that of the request that has ended. */
  readonly #resumeParsing: () => void;
  /** The request whose response is incomplete or whose body is still arriving. */
  #current: FastTransport | undefined = undefined;
  /** Whether the current request has been passed to the router or rejected. */
  #isDispatched = false;
  /** Whether the current request has arrived completely. */
  #isReceived = false;
  #isParsing = false;
  /** Whether the handler reads the body more slowly than it arrives. */
  #isBodyPaused = false;
  #isBlocked = false;
  /** Whether nothing more will be parsed or sent. */
  #isEnding = false;
  #unreadBody: UnreadBody | undefined = undefined;
  /** Time of the last check before the current request began or before the previous request ended. */
  #since: number;
  #hasServed = false;
  /** The handler that takes over the connection for another protocol after the current request. */
  #upgrade: UpgradeHandler | undefined = undefined;
  readonly #listeners: Readonly<Record<string, () => void>>;

  constructor(socket: Socket, context: ConnectionContext) {
    this.#socket = socket;
    this.#context = context;
    this.#input = new Input(socket, (chunk) => this.#onData(chunk));
    this.#output = new Output(socket);
    this.#parser = context.createParser(this);
    this.#since = context.connections.now;
    this.#resumeParsing = AsyncResource.bind(() => this.#continue());
    this.#listeners = {
      end: () => this.#onEnd(),
      drain: () => this.#onDrain(),
      timeout: () => socket.destroy(),
      close: () => this.#onClose(),
    };
    for (const [name, listener] of Object.entries(this.#listeners)) socket.on(name, listener);
    socket.on('error', () => socket.destroy());
  }

  get deadlines(): Deadlines {
    return this.#context.lifecycle.deadlines;
  }

  get isEncrypted(): boolean {
    return 'encrypted' in this.#socket;
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress;
  }

  /** Whether responses can no longer be sent. */
  get isGone(): boolean {
    return this.#isEnding || this.#socket.destroyed;
  }

  /**
   * Number of bytes that the operating system has accepted, or undefined if no data is waiting to be sent.
   */
  get acceptedBytes(): number | undefined {
    return this.#output.acceptedBytes;
  }

  /** Closes the connection if no request is in progress. */
  closeIfIdle(): void {
    if (this.#current === undefined && !this.#input.hasPending && !this.#parser.isInside) this.#end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Closes the connection if it has exceeded a time limit. */
  check(now: number, interval: number): void {
    if (this.#socket.writableLength > 0 || this.#input.isPaused) return;
    this.#output.endStall();
    const { headersTimeout, requestTimeout, keepAliveTimeout } = this.#context.timeouts;
    const isOver = (limit: number): boolean => limit > 0 && now - this.#since > limit + interval;
    if (this.#current !== undefined) {
      if (!this.#isReceived && isOver(requestTimeout)) this.#refuse('timeout');
    } else if (this.#parser.isInside || !this.#hasServed) {
      if (isOver(headersTimeout) || isOver(requestTimeout)) this.#refuse('timeout');
    } else if (keepAliveTimeout > 0 && isOver(keepAliveTimeout + KEEP_ALIVE_BUFFER)) this.#socket.destroy();
  }

  onHead(head: RequestHead): void {
    this.#current = new FastTransport(head, this);
    this.#isDispatched = false;
    this.#isReceived = false;
  }

  acceptsUpgrade(head: RequestHead): boolean {
    this.#upgrade = this.#context.upgrades.find({
      isHttp11: head.minor === 1 && head.method !== 'CONNECT',
      hasHost: head.has(HEAD_FLAGS.host) && !head.has(HEAD_FLAGS.repeatsHost),
      isPlainGet: head.method === 'GET' && !declaresBody((name) => head.get(name)),
      protocol: head.get('upgrade'),
    });
    return this.#upgrade !== undefined;
  }

  onBody(part: Uint8Array): void {
    const current = this.#current!;
    if (current.done) this.#unreadBody?.receive(part);
    else current.body?.receive(part);
  }

  onEnd(): void {
    this.#isReceived = true;
    this.resume();
    this.#current!.body?.end();
  }

  pause(): void {
    this.#isBodyPaused = true;
    this.#updateReading();
  }

  resume(): void {
    if (!this.#isBodyPaused) return;
    this.#isBodyPaused = false;
    this.#updateReading();
  }

  /** Adds Date, Connection and the empty line to the head of a response. */
  completeHead(transport: FastTransport, { text, hasDate, connection }: ResponseHead): string {
    const { lifecycle, endings } = this.#context;
    // A client that waits for status 100 may send either the body or another request after this response.
    const isAmbiguous = transport.expectsContinue;
    if (lifecycle.closing || isAmbiguous || (connection !== undefined && CLOSE.test(connection))) {
      transport.isPersistent = false;
    }
    if (connection === undefined) {
      const ending = endings.get(transport.isPersistent);
      return text + (hasDate ? ending.slice(endings.date.length) : ending);
    }
    const date = hasDate ? '' : endings.date;
    const close = transport.isPersistent || CLOSE.test(connection) ? '' : ', close';
    return `${text}${date}Connection: ${connection}${close}\r\n\r\n`;
  }

  /** Sends a Latin-1 head and a body of `length` bytes. */
  send(head: string, body: string | Uint8Array, length: number, onSent?: () => void): void {
    if (!this.isGone) this.#output.send(head, body, length, onSent);
  }

  /** Sends the head of a streamed response. */
  sendHead(head: string): void {
    if (!this.isGone) this.#output.sendHead(head);
  }

  /** Writes a chunk of a response. Returns a promise if the client is slower than the writer. */
  write(chunk: string | Uint8Array, before = '', after = ''): void | Promise<void> {
    return this.isGone ? undefined : this.#output.write(chunk, before, after);
  }

  /** Called when the whole response has been passed to the socket. */
  onAnswered(transport: FastTransport): void {
    if (transport.since > 0) this.#context.lifecycle.leave(transport);
    if (transport !== this.#current) return;
    this.#output.limitStall();
    if (this.#isDispatched && !this.#isReceived) this.#dropUnread(transport);
    this.#settle();
  }

  /** Closes the connection, so that the client detects that the response is incomplete. */
  abort(transport: FastTransport): void {
    this.#context.lifecycle.leave(transport);
    this.#output.flush();
    this.#socket.destroy();
  }

  #onData(chunk: Buffer): void {
    if (this.#input.hasPending) this.#input.hold(chunk);
    else this.#parse(chunk);
  }

  #parse(chunk: Buffer): void {
    this.#isParsing = true;
    this.#output.startCollecting();
    let position = 0;
    while (position < chunk.length && !this.isGone) {
      if (this.#current === undefined && this.#socket.writableNeedDrain) {
        this.#isBlocked = true;
        this.#updateReading();
      }
      if (this.#isBlocked || (this.#current !== undefined && this.#isReceived)) {
        this.#input.hold(chunk.subarray(position));
        break;
      }
      const wasInside = this.#parser.isInside;
      position = this.#parser.execute(chunk, position);
      // Empty lines before a request do not extend a time limit.
      if (!wasInside && this.#parser.isInside) this.#since = this.#context.connections.now;
      if (this.#upgrade !== undefined && this.#isReceived) {
        this.#leave(this.#upgrade, chunk.subarray(position));
        return;
      }
      if (this.#current !== undefined && !this.#isDispatched) this.#dispatch(this.#current);
      if (this.#parser.failure !== undefined) this.#refuse(this.#parser.failure);
      else this.#settle();
    }
    this.#isParsing = false;
    this.#output.stopCollecting();
  }

  /** Passes the socket to the handler for another protocol. */
  #leave(handler: UpgradeHandler, rest: Buffer): void {
    const { method, target, head } = this.#current!;
    const socket = this.#socket;
    this.#current = undefined;
    this.#output.flush();
    for (const [name, listener] of Object.entries(this.#listeners)) socket.off(name, listener);
    this.#onClose();
    this.#input.release();
    const request = { method, url: target, headers: Object.fromEntries(head.entries()), socket };
    this.#context.upgrades.start(handler, request, rest);
  }

  #dispatch(transport: FastTransport): void {
    this.#isDispatched = true;
    const { head } = transport;
    if (head.method === 'CONNECT') this.#socket.destroy();
    else if (head.minor === 1 && !head.has(HEAD_FLAGS.host)) {
      reject(transport, 400, ['connection', 'close']);
    } else if (head.minor === 1 && head.has(HEAD_FLAGS.expect)) {
      transport.expectsContinue = CONTINUE.test(head.get('expect')!);
      if (transport.expectsContinue) this.#context.serve(transport);
      else reject(transport, 417, []);
    } else this.#context.serve(transport);
    if (transport.done && !this.#isReceived) this.#dropUnread(transport);
  }

  /** Ends the current request when it has arrived completely and has been answered. */
  #settle(): void {
    const current = this.#current;
    if (current === undefined || !current.done || !this.#isReceived) return;
    this.#current = undefined;
    this.#hasServed = true;
    this.#since = this.#context.connections.now;
    this.#unreadBody?.end();
    if (!current.isPersistent || this.#context.lifecycle.closing) this.#end();
    else if (this.#input.hasPending && !this.#isParsing) queueMicrotask(this.#resumeParsing);
  }

  /** Reads and drops the rest of the body of a request that has been answered. */
  #dropUnread({ body }: FastTransport): void {
    this.#unreadBody ??= new UnreadBody(() => this.#socket.destroy());
    this.#unreadBody.start();
    body?.drop();
  }

  #continue(): void {
    if (this.isGone || this.#isBlocked || this.#current !== undefined || !this.#input.hasPending) return;
    this.#onData(this.#input.takePending());
    this.#updateReading();
  }

  #updateReading(): void {
    this.#input.setStopped(this.#isBodyPaused || this.#isBlocked);
  }

  #onDrain(): void {
    this.#output.onDrain();
    if (!this.#isBlocked) return;
    this.#isBlocked = false;
    this.#updateReading();
    this.#continue();
  }

  /**
   * Called when the client ends its side. Refuses an incomplete request. Otherwise, as in Node, closes the connection
   * after sending the data written so far.
   */
  #onEnd(): void {
    if (this.#isEnding) return;
    if (this.#parser.isInside) this.#refuse('bad-request');
    else this.#end();
  }

  /**
   * Responds to a request that cannot be parsed or has not arrived in time, and closes the connection. Sends no
   * response after one that is incomplete or has announced that the connection closes.
   */
  #refuse(failure: ParseFailure | 'timeout'): void {
    if (this.isGone) return;
    const current = this.#current;
    if (current === undefined || !current.hasStarted || (current.done && current.isPersistent)) {
      this.send(`HTTP/1.1 ${REFUSALS[failure]}\r\nConnection: close\r\n\r\n`, '', 0);
      this.#end();
    } else {
      this.#output.flush();
      this.#socket.destroy();
    }
  }

  /** Closes the connection after sending the data written so far. */
  #end(): void {
    this.#output.flush();
    this.#isEnding = true;
    this.#output.limitStall();
    this.#socket.destroySoon();
  }

  #onClose(): void {
    this.#isEnding = true;
    this.#unreadBody?.end();
    this.#parser.free();
    this.#context.connections.delete(this);
    this.#output.onClose();
    if (this.#current === undefined) return;
    this.#context.lifecycle.leave(this.#current);
    this.#current.disconnect();
  }
}
