import { createSocket } from 'node:dgram';
import { withTimeout } from '@writ/diagnostics/internal';

/** The address to which magic packets are sent. */
export interface WakeAddress {
  /** An IPv4 address, usually a broadcast address. */
  readonly host: string;
  readonly port: number;
}

/** The broadcast address of all directly connected networks. */
export const DEFAULT_WAKE_ADDRESS: WakeAddress = { host: '255.255.255.255', port: 9 };

/** Milliseconds within which the packets are sent. */
const SEND_LIMIT = 5_000;

/** Returns the packet that wakes the network card with this hardware address: 6 bytes of 0xff, and the address 16 times. */
export function toMagicPacket(mac: string): Buffer {
  const address = Buffer.from(mac.replaceAll(':', ''), 'hex');
  return Buffer.concat([Buffer.alloc(6, 0xff), ...Array.from({ length: 16 }, () => address)]);
}

/**
 * Sends a magic packet for each network card. That a packet was sent does not show that a machine received it.
 *
 * @throws Error when a packet cannot be sent
 */
export async function wake(macs: readonly string[], { host, port }: WakeAddress): Promise<void> {
  const socket = createSocket('udp4');
  try {
    const sent = (async () => {
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject);
        socket.bind(() => {
          socket.off('error', reject);
          socket.setBroadcast(true);
          resolve();
        });
      });
      for (const mac of macs) {
        await new Promise<void>((resolve, reject) => {
          socket.send(toMagicPacket(mac), port, host, (error) =>
            error === null ? resolve() : reject(error),
          );
        });
      }
    })();
    await withTimeout(sent, SEND_LIMIT, () => {
      throw new Error(`the packet was not sent within ${SEND_LIMIT / 1000} s`);
    });
  } finally {
    socket.close();
  }
}
