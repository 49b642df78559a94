import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { toMagicPacket, wake } from './wake-on-lan.ts';

it('a magic packet consists of 6 bytes of 0xff and 16 times the hardware address', () => {
  const packet = toMagicPacket('52:54:00:12:34:56');
  expect(packet.toString('hex')).toBe('ff'.repeat(6) + '525400123456'.repeat(16));
});

it('wake sends a packet to each network card', async () => {
  const receiver = createSocket('udp4');
  onTestFinished(() => void receiver.close());
  receiver.bind(0, '127.0.0.1');
  await once(receiver, 'listening');
  const packets: string[] = [];
  const both = new Promise<void>((resolve) => {
    receiver.on('message', (message) => {
      packets.push(message.subarray(6, 12).toString('hex'));
      if (packets.length === 2) resolve();
    });
  });
  await wake(['52:54:00:12:34:56', '52:54:00:12:34:57'], {
    host: '127.0.0.1',
    port: receiver.address().port,
  });
  await both;
  expect(packets.toSorted()).toEqual(['525400123456', '525400123457']);
});
