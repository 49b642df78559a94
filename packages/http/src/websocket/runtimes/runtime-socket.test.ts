import { beforeEach, afterEach, expect, it, vi } from 'vitest';
import { resolveWebSocketOptions } from '../options.ts';
import { RuntimeSocket } from './runtime-socket.ts';

/** A socket that records what it sends. */
class TestSocket extends RuntimeSocket {
  readonly calls: string[] = [];
  readonly events: string[] = [];
  readonly readyState = 1;
  readonly bufferedAmount = 0;

  readonly #onSendClose: (() => void) | undefined;

  constructor(onSendClose?: () => void) {
    super('', resolveWebSocketOptions({ maxPayload: 10, maxBufferedAmount: 200 }));
    this.#onSendClose = onSendClose;
    this.on('message', (data: Buffer, isBinary: boolean) =>
      this.events.push(`${isBinary ? 'bytes' : 'text'} ${data.toString()}`),
    );
    this.on('close', (code: number, reason: Buffer) =>
      this.events.push(`close ${code} ${reason.toString()}`),
    );
  }

  send(): void {}

  protected sendClose(code: number, reason: string): void {
    this.calls.push(`close ${code} ${reason}`);
    this.#onSendClose?.();
  }

  protected destroy(): void {
    this.calls.push('destroy');
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('emits messages and the end, in order, only while it is not paused', () => {
  const socket = new TestSocket();
  socket.receiveMessage('a');
  socket.pause();
  socket.receiveMessage('b');
  socket.receiveMessage(new Uint8Array([99]));
  socket.receiveClose(4000, 'done');
  expect(socket.events).toEqual(['text a']);
  socket.once('message', () => socket.pause());
  socket.resume();
  expect(socket.events).toEqual(['text a', 'text b']);
  socket.resume();
  expect(socket.events).toEqual(['text a', 'text b', 'bytes c', 'close 4000 done']);
});

it('closes with code 1009 when a message is too large, and emits no more messages', () => {
  const socket = new TestSocket();
  socket.receiveMessage('é'.repeat(5));
  socket.receiveMessage(`${'é'.repeat(5)}a`);
  socket.receiveMessage('b');
  expect(socket.events).toEqual([`text ${'é'.repeat(5)}`]);
  expect(socket.calls).toEqual(['close 1009 the message is too large']);
});

it('closes with code 1008 when too many messages wait, which includes empty ones', () => {
  const socket = new TestSocket();
  socket.pause();
  for (let count = 0; count < 3; count += 1) socket.receiveMessage('');
  expect(socket.calls).toEqual([]);
  socket.receiveMessage('12345678');
  expect(socket.calls).toEqual(['close 1008 messages arrive faster than they are handled']);
});

it('counts only the messages that wait', () => {
  const socket = new TestSocket();
  for (let count = 0; count < 10; count += 1) {
    socket.pause();
    socket.receiveMessage('1');
    socket.receiveMessage('2');
    socket.resume();
  }
  expect(socket.events).toHaveLength(20);
  expect(socket.calls).toEqual([]);
});

it('ends the connection if the client does not answer a close frame within 30 s', () => {
  const socket = new TestSocket();
  socket.close(4000, 'bye');
  socket.close(4001, 'again');
  vi.advanceTimersByTime(29_999);
  expect(socket.calls).toEqual(['close 4000 bye']);
  vi.advanceTimersByTime(1);
  expect(socket.calls).toEqual(['close 4000 bye', 'destroy']);
  expect(socket.events).toEqual(['close 1006 ']);
  socket.receiveClose(4000, 'bye');
  expect(socket.events).toHaveLength(1);
});

it('discards waiting messages when it is terminated', () => {
  const socket = new TestSocket();
  socket.pause();
  socket.receiveMessage('a');
  socket.terminate();
  expect(socket.events).toEqual(['close 1006 ']);
  socket.resume();
  expect(socket.events).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

it('emits the end once, without the waiting messages, when it is terminated after the client has closed', () => {
  const socket = new TestSocket();
  socket.pause();
  socket.receiveMessage('a');
  socket.receiveClose(4000, 'done');
  expect(socket.events).toEqual([]);
  socket.terminate();
  expect(socket.events).toEqual(['close 4000 done']);
  socket.resume();
  socket.terminate();
  expect(socket.events).toHaveLength(1);
});

it('emits the end with code 1006 if the runtime reports no code', () => {
  const socket = new TestSocket();
  socket.receiveClose(0, '');
  expect(socket.events).toEqual(['close 1006 ']);
});

it('starts no timer if the runtime rejects a close frame, or closes the connection immediately', () => {
  const rejecting = new TestSocket(() => {
    throw new Error('invalid code');
  });
  expect(() => rejecting.close(4000)).toThrow('invalid code');
  const closed: TestSocket = new TestSocket(() => closed.receiveClose(4000, 'bye'));
  closed.close(4000, 'bye');
  expect(closed.events).toEqual(['close 4000 bye']);
  expect(vi.getTimerCount()).toBe(0);
});

it('calls the listener for the opening once, also if it is added later', () => {
  const early = new TestSocket();
  const late = new TestSocket();
  const listener = vi.fn();
  early.whenOpen(listener);
  expect(listener).not.toHaveBeenCalled();
  early.receiveOpen();
  late.receiveOpen();
  late.whenOpen(listener);
  expect(listener).toHaveBeenCalledTimes(2);
});
