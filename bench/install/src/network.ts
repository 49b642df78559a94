import { createServer, type AddressInfo } from 'node:net';
import { serveMirror, type MirrorServer } from '@writ/mirror';
import type { Network } from './network-options.ts';

/** The mirrors of a network, while they are served. */
export interface ServedNetwork extends Network {
  /** Addresses in the order of the configuration. */
  readonly servers: readonly string[];
  close(): Promise<void>;
}

export async function serveNetwork(root: string, network: Network): Promise<ServedNetwork> {
  const { delay, dead } = network;
  const mirrors: MirrorServer[] = [];
  for (let number = 0; number < (dead ? 2 : 1); number += 1) mirrors.push(await serveMirror(root, { delay }));
  const refusing = dead ? [`http://127.0.0.1:${await closedPort()}/$repo/os/$arch`] : [];
  return {
    ...network,
    servers: [...refusing, ...mirrors.map(({ address }) => address)],
    close: async () => {
      await Promise.all(mirrors.map((mirror) => mirror.close()));
    },
  };
}

/** Returns a port on which no server listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
