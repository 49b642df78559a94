import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { exampleConfiguration } from './example.ts';
import { createService } from './service.ts';
import { localPlanner } from './work/planner.ts';
import { fakeHash, heldInstaller, logEvent, newResult, temporaryFolder } from './testing/fakes.ts';

const token = 'test-token-with-enough-characters';

/** Starts a service on a real port with one running installation; `open` opens its event stream on a raw socket. */
async function startService() {
  const folder = temporaryFolder();
  const { runs, install } = heldInstaller();
  const service = await createService({
    state: join(folder, 'state'),
    images: join(folder, 'images'),
    token,
    environment: () => ({ example: '', mirrors: [], notices: [] }),
    install,
    hash: fakeHash,
    hashFile: () => Promise.resolve('0'.repeat(64)),
    planner: localPlanner,
    heartbeat: 5,
  });
  const server = service.toolkit.createServer(service.router);
  const connections: Socket[] = [];
  server.node.on('connection', (socket: Socket) => connections.push(socket));
  const { url, port } = await server.listen(0, '127.0.0.1');
  onTestFinished(async () => {
    await server.close({ timeout: 100 });
    await service.release();
  });
  const configuration = exampleConfiguration();
  const post = (path: string, type: string, body: string): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    return fetch(`${url}${path}`, { method: 'POST', headers, body });
  };
  const planned = await post('/api/plan?image=disk.img', 'text/plain', configuration);
  const { digest: planSha256 } = (await planned.json()) as { digest: string };
  const request = JSON.stringify({ configuration, image: 'disk.img', planSha256 });
  expect((await post('/api/installs', 'application/json', request)).status).toBe(202);
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `GET /api/installs/1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    await once(socket, 'readable');
    return socket;
  };
  return { service, connections, run: runs[0]!, open };
}

it('the service releases an event stream after any kind of disconnection', async () => {
  const { service, run, open } = await startService();
  for (let round = 0; round < 5; round += 1) {
    const sockets = await Promise.all(Array.from({ length: 20 }, open));
    expect(service.openStreams()).toBe(20);
    sockets.forEach((socket, index) => {
      if (index % 3 === 0) socket.end();
      else if (index % 3 === 1) socket.destroy();
      else socket.resetAndDestroy();
    });
    run.request.onEvent!(logEvent(round + 1, 'a client is gone'));
    await vi.waitFor(() => expect(service.openStreams()).toBe(0), { timeout: 30_000 });
  }
  // If a stream had not been released, it would send a heartbeat now.
  await pause(50);
  run.end(newResult('done'));
});

it('the service does not buffer events for a client that does not read', async () => {
  const { service, connections, run, open } = await startService();
  const socket = await open();
  socket.pause();
  const text = 'x'.repeat(4_000);
  for (let number = 1; number <= 15_000; number += 1) run.request.onEvent!(logEvent(number, text));
  // The store contains 60 MB of events; the socket's buffers limit the number of events that wait for the client.
  await pause(100);
  expect(service.openStreams()).toBe(1);
  expect(Math.max(...connections.map((each) => each.writableLength))).toBeLessThan(2_000_000);
  socket.destroy();
  await vi.waitFor(() => expect(service.openStreams()).toBe(0), { timeout: 30_000 });
  run.end(newResult('done'));
});
