import { linkSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { route, Router, Toolkit } from '../index.ts';

const router = new Router(new Toolkit()).add(route({ method: 'GET', path: '/', handler: () => 'hello' }));

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'writ-listen-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function requestOverSocket(socketPath: string): Promise<string> {
  return new Promise((resolve, reject) => {
    request({ socketPath, path: '/' }, (response) => resolve(text(response)))
      .on('error', reject)
      .end();
  });
}

describe.each(['node', 'fast'] as const)('listen with the %s transport', (transport) => {
  function create() {
    const server = router.toolkit.createServer(router, { transport });
    onTestFinished(async () => void (await server.close({ timeout: 0 })));
    return server;
  }

  it('accepts the path of a Unix socket, and close() deletes the socket', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'app.sock');
    const server = create();
    expect(await server.listen(path)).toEqual({ path, url: `unix:${path}` });
    expect(await requestOverSocket(path)).toBe('hello');
    await server.close();
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
  });

  it('accepts an object with the options of a socket', async () => {
    const path = join(temporaryFolder(), 'app.sock');
    await create().listen({ path, readableAll: true, writableAll: true });
    expect(statSync(path).mode & 0o777).toBe(0o666);
    expect(await requestOverSocket(path)).toBe('hello');
  });

  it('accepts an object with a port and a host', async () => {
    const { url, host } = await create().listen({ port: 0, host: '127.0.0.1', backlog: 10 });
    expect(host).toBe('127.0.0.1');
    expect(await (await fetch(url)).text()).toBe('hello');
  });

  it('reports a socket that another server uses', async () => {
    const path = join(temporaryFolder(), 'app.sock');
    await create().listen(path);
    await expect(create().listen(path)).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: `cannot listen on ${path}: another server is listening on this socket (EADDRINUSE): stop that server, or choose another path`,
    });
    expect(await requestOverSocket(path)).toBe('hello');
  });

  it('reports a socket whose server has ended', async () => {
    const folder = temporaryFolder();
    const [path, other] = [join(folder, 'app.sock'), join(folder, 'other.sock')];
    const server = create();
    await server.listen(other);
    // The link remains when the server closes.
    linkSync(other, path);
    await server.close();
    await expect(create().listen(path)).rejects.toThrow(
      `cannot listen on ${path}: a server left this socket behind without closing it (EADDRINUSE): delete the file, then start again`,
    );
  });

  it('reports a path that cannot be a socket', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'app.sock');
    writeFileSync(file, '');
    await expect(create().listen(file)).rejects.toThrow('the file exists and is not a socket');
    await expect(create().listen(join(folder, 'a/b.sock'))).rejects.toThrow(
      `the folder ${folder}/a does not exist (EACCES): create it first`,
    );
    // Not even root can create a socket in this folder.
    await expect(create().listen('/proc/app.sock')).rejects.toThrow(
      'no permission (EACCES): allow this user to write to the folder /proc, or choose another path',
    );
    await expect(create().listen(`/tmp/${'ä'.repeat(60)}`)).rejects.toThrow(
      'is 125 bytes long: use a path of at most 107',
    );
    await expect(create().listen('')).rejects.toThrow('the path of a socket must be a string, not ""');
  });

  it('reports a port as a string instead of creating a socket', async () => {
    await expect(create().listen('8080')).rejects.toThrow(
      '"8080" is a path: pass the number 8080 for a port',
    );
  });

  it('reports a port in use, an invalid port and an unknown option', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(create().listen(port, '127.0.0.1')).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: `cannot listen on port ${port} of 127.0.0.1: another program is using it (EADDRINUSE): stop that program, or choose another port`,
    });
    await expect(create().listen(70_000)).rejects.toThrow(
      'the port must be an integer from 0 to 65535, not 70000',
    );
    await expect(create().listen({ port: 0, hots: 'x' } as never)).rejects.toThrow('did you mean host?');
  });
});
