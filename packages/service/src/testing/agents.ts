import { randomBytes } from 'node:crypto';
import type { Disk, Facts } from '@writ/installer';
import type { InjectResponse } from '@writ/http/testing';
import type { SetUp } from './service.ts';

/** Serial number of the disk of a test machine. */
export const DISK_SERIAL = 'S5GXNX0T123456A';

/** Returns the facts of a machine with one disk, which is empty unless other properties say otherwise. */
export function machineFacts(properties: Partial<Disk> = {}): Facts {
  return {
    version: 1,
    architecture: 'x86_64',
    firmware: 'uefi',
    cpuVendor: 'GenuineIntel',
    cpuModel: 'Test',
    memory: 4 * 2 ** 30,
    soundModules: [],
    disks: [
      {
        path: '/dev/vda',
        links: [],
        size: 16 * 2 ** 30,
        readOnly: false,
        signatures: [],
        mountPoints: [],
        swap: false,
        holders: [],
        loops: [],
        pools: [],
        kind: 'disk',
        serial: DISK_SERIAL,
        sectorSize: 512,
        physicalSectorSize: 512,
        removable: false,
        partitions: [],
        ...properties,
      },
    ],
    unseen: [],
  };
}

/** A registered agent without a machine. */
export interface TestAgent {
  readonly id: number;
  readonly key: string;
  readonly code: string;
  /** Sends a request with the key of the agent. */
  readonly send: (path: string, json?: object) => Promise<InjectResponse>;
}

/** Registers an agent at a service. */
export async function registerAgent(
  { send }: Pick<SetUp, 'send'>,
  more: Readonly<Record<string, unknown>> & { readonly key?: string } = {},
): Promise<TestAgent> {
  const created = await send({ method: 'POST', url: '/api/nodes/tokens' });
  const { key = randomBytes(24).toString('base64url') } = more;
  const json = {
    token: created.json().token as string,
    key,
    macs: ['52:54:00:12:34:56'],
    labels: {},
    facts: JSON.stringify(machineFacts()),
    ...more,
  };
  const registered = await send({
    method: 'POST',
    url: '/agent/registrations',
    json,
    headers: { authorization: '' },
  });
  if (registered.status !== 201) throw new Error(`the registration failed: ${registered.text()}`);
  const { node, code } = registered.json() as { node: number; code: string };
  return {
    id: node,
    key,
    code,
    send: (path, body = {}) =>
      send({
        method: 'POST',
        url: `/agent/orders${path}`,
        json: body,
        headers: { authorization: `Bearer ${key}` },
      }),
  };
}
