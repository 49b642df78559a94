import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const { resolve } = createRequire(import.meta.url);
const script = fileURLToPath(new URL('fixtures/fetch-server.ts', import.meta.url));

/** The fixture sets limits of 100 bytes and three seconds for bodies. */
describe.each([
  ['Bun', [join(dirname(resolve('bun/package.json')), 'bin/bun.exe')]],
  ['Deno', [join(dirname(resolve('deno/package.json')), 'deno'), 'run', '-A']],
])('the fetch handler on %s', (_name, [command, ...args]) => {
  let child: ChildProcess;
  let port = 0;
  const logged: string[] = [];

  beforeAll(async () => {
    child = spawn(command!, [...args, script], { stdio: ['ignore', 'pipe', 'inherit'] });
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.startsWith('port: ')) port = Number(line.slice(6));
      else logged.push(line);
    });
    await vi.waitFor(() => expect(port).toBeGreaterThan(0), { timeout: 120_000 });
  });
  afterAll(() => child.kill('SIGKILL'));

  /** Sends text on a new connection. Returns the response when it contains `last` or the connection closes. */
  function send(text: string | Buffer, last: string | RegExp): Promise<string> {
    return new Promise((done, fail) => {
      let received = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.setTimeout(60_000, () => socket.destroy());
      socket.on('data', (data) => {
        received += data.toString();
        if (received.search(last) !== -1) socket.destroy();
      });
      socket.on('error', fail);
      socket.on('close', () => done(received));
    });
  }

  const post = (headers: string, body: string, path = '/'): string =>
    `POST ${path} HTTP/1.1\r\nhost: a\r\n${headers}\r\n\r\n${body}`;
  const JSON_TYPE = 'content-type: application/json\r\n';

  it('reads a body with and without Content-Length, and an empty one', async () => {
    expect(await send(post('content-length: 3', 'abc'), 'of 3')).toContain('Uint8Array of 3');
    expect(await send(post('transfer-encoding: chunked', '3\r\nabc\r\n0\r\n\r\n'), 'of 3')).toContain(
      'Uint8Array of 3',
    );
    expect(await send(post('content-length: 0', ''), 'of 0')).toContain('Uint8Array of 0');
    expect(await send(post('x: y', ''), 'of 0')).toContain('Uint8Array of 0');
  });

  it('a header that is added to a response is not part of later responses', async () => {
    const request = (headers: string): string => post(`${headers}content-length: 3`, 'abc');
    expect(await send(request('x-marked: 1\r\n'), 'of 3')).toMatch(/x-marked: yes/i);
    expect(await send(request(''), 'of 3')).not.toMatch(/x-marked/i);
  });

  it('sends the length and the type of a response once', async () => {
    const response = await send(post(`${JSON_TYPE}content-length: 13`, '{"title":"a"}', '/note'), /\}$/);
    expect(
      response.match(/^(content-length|content-type): .*/gim)?.map((line) => line.toLowerCase()),
    ).toEqual(expect.arrayContaining(['content-type: application/json', 'content-length: 13']));
    expect(response.match(/^content-length/gim)).toHaveLength(1);
    expect(response).not.toMatch(/transfer-encoding/i);
  });

  it('sends strings as text in UTF-8, with headers that the application adds', async () => {
    const response = await send(post('x-marked: 1\r\ncontent-length: 3', 'abc'), 'of 3');
    expect(response.match(/^content-type: .*/gim)?.map((line) => line.trim().toLowerCase())).toEqual([
      'content-type: text/plain; charset=utf-8',
    ]);
    expect(response).toMatch(/^x-marked: yes/im);
    expect(response).toMatch(/^content-length: 15/im);
  });

  it('responds with 400 to invalid JSON and to a body that is not UTF-8', async () => {
    expect(await send(post(`${JSON_TYPE}content-length: 3`, '{"t', '/note'), ' 400 ')).toContain(' 400 ');
    const latin1 = Buffer.from(post(`${JSON_TYPE}content-length: 13`, '{"title":"ü"}', '/note'), 'latin1');
    expect(await send(latin1, ' 400 ')).toContain(' 400 ');
  });

  it('responds with 413 to a body over the limit, with and without Content-Length', async () => {
    const long = 'x'.repeat(101);
    expect(await send(post('content-length: 101', long), ' 413 ')).toContain(' 413 ');
    expect(await send(post('transfer-encoding: chunked', `65\r\n${long}\r\n0\r\n\r\n`), ' 413 ')).toContain(
      ' 413 ',
    );
  });

  it('responds with 408 to a body that does not arrive in time, with and without Content-Length', async () => {
    expect(await send(post('content-length: 10', 'abc'), ' 408 ')).toContain(' 408 ');
    expect(await send(post('transfer-encoding: chunked', '3\r\nabc\r\n'), ' 408 ')).toContain(' 408 ');
  });

  it('logs no error if a client disconnects while sending a body', async () => {
    logged.length = 0;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    // The time starts when the request has been sent.
    socket.write(post('content-length: 10', 'abc'), () => setTimeout(() => socket.destroy(), 100));
    await vi.waitFor(() => expect(logged).toContain('debug: client disconnected'), { timeout: 60_000 });
    expect(logged.filter((line) => !line.startsWith('debug: '))).toEqual([]);
  });
});
