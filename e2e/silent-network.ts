import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A network between a browser and a service, whose connections can fall silent as they do while a machine sleeps. */
export interface SilentNetwork {
  /** The address at which the service of another address is reached. */
  addressOf(address: string): string;
  /** Silences the open event streams, without closing their connections. */
  silence(): void;
  close(): Promise<void>;
}

/** Forwards connections to the service of an address. */
export async function createSilentNetwork(address: string): Promise<SilentNetwork> {
  const { port } = new URL(address);
  const streams = new Map<Socket, Socket>();
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const service = connect(Number(port), '127.0.0.1');
    for (const socket of [client, service]) {
      open.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
    }
    client.pipe(service).pipe(client);
    client.on('data', (data) => {
      if (data.includes('/events HTTP/1.1')) streams.set(service, client);
      else streams.delete(service);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    addressOf(other) {
      const url = new URL(other);
      url.port = String((server.address() as AddressInfo).port);
      return url.href;
    },
    silence() {
      for (const [service, client] of streams) service.unpipe(client).resume();
      streams.clear();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
