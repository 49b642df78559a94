import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** A proxy for the Unix socket of a server, which can lose connections. */
export interface Proxy extends AsyncDisposable {
  /** The folder with the proxy's socket, whose name is that of the server's. */
  readonly folder: string;
  readonly connections: number;
  /** The number of lost connections. */
  readonly lost: number;
  /** Loses the next connections whose client sends text that matches, instead of passing the text on. */
  loseNext(sent: RegExp, count: number): void;
}

export async function startProxy(target: string): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'writ-proxy-'));
  const open = new Set<Socket>();
  let pattern = /^$/;
  let remaining = 0;
  let lost = 0;
  const server = createServer((client) => {
    const upstream = connect(target);
    open.add(client);
    const end = (): void => {
      open.delete(client);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
    upstream.on('data', (data) => client.write(data));
    client.on('data', (data) => {
      if (remaining > 0 && pattern.test(data.toString('latin1'))) {
        remaining -= 1;
        lost += 1;
        end();
      } else {
        upstream.write(data);
      }
    });
  });
  server.listen(join(folder, basename(target)));
  await once(server, 'listening');
  return {
    folder,
    get connections() {
      return open.size;
    },
    get lost() {
      return lost;
    },
    loseNext(sent, count) {
      pattern = sent;
      remaining = count;
    },
    async [Symbol.asyncDispose]() {
      for (const client of open) client.destroy();
      server.close();
      await once(server, 'close');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
