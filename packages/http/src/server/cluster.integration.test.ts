/** Tests servers in real worker processes of `node:cluster`. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

const script = fileURLToPath(new URL('fixtures/cluster.ts', import.meta.url));

/** Sends a request on a new connection, which may reach another worker. */
async function send(url: string): Promise<string> {
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage];
  return text(response);
}

describe.each(['node', 'fast'])('workers of node:cluster with the %s transport', (transport) => {
  it('share a port, and finish requests in flight when all servers close', { timeout: 240_000 }, async () => {
    const primary = fork(script, [transport]);
    onTestFinished(() => void primary.kill());
    const messages: string[] = [];
    primary.on('message', (message) => messages.push(String(message)));
    const untilMessages = (count: number): Promise<void> =>
      vi.waitFor(() => expect(messages).toHaveLength(count), { timeout: 60_000, interval: 10 });
    await untilMessages(2);
    const [url, other] = messages;
    expect(other).toBe(url);
    const found = new Set<string>();
    await vi.waitFor(
      async () => {
        found.add(await send(url!));
        expect(found.size).toBe(2);
      },
      { timeout: 60_000, interval: 10 },
    );
    const slow = [send(`${url}/slow`), send(`${url}/slow`)];
    await untilMessages(4);
    primary.send('close');
    expect(await Promise.all(slow)).toEqual(['whole', 'whole']);
    expect(await once(primary, 'exit')).toEqual([0, null]);
  });
});
