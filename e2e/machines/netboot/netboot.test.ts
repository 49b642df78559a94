/** Tests machines that boot the medium from the network, and their agents. */
import { copyFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildMirror, serveMirror, type MirrorServer } from '@writ/mirror';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeNetboot } from '../../../scripts/medium/netboot.ts';
import { canaries } from '../../installation.ts';
import { BOOT_LIMIT, buildParts, KERNEL_ARGUMENTS } from '../live/live-system.ts';
import { expectSystem } from '../assertions.ts';
import { emulated, Machine, NEW_VARIABLES } from '../qemu.ts';
import { BootNetwork } from './network.ts';
import { startBootService, type BootService } from './service.ts';
import { addConfigurations, type Unit } from './units.ts';

const DISK_BYTES = 2 * 2 ** 30;
/** With UEFI, the kernel needs memory for two copies of the medium, which is not compressed here. */
const MEMORY: Readonly<Record<Unit['firmware'], string>> = { bios: '2048', uefi: '3072' };
/** Milliseconds for the installation of four machines at once. */
const INSTALL_LIMIT = 50 * 60_000;

const folder = mkdtempSync(join(tmpdir(), 'writ-netboot-'));
let network: BootNetwork;
let mirror: MirrorServer;
let service: BootService;

beforeAll(async () => {
  const log = (line: string): void => console.log(line);
  const built = await buildMirror({ set: 'tiny', log });
  const { system, writ } = await buildParts(built, folder, log);
  const files = join(folder, 'files');
  await makeNetboot(system, writ, files);
  network = BootNetwork.create();
  mirror = await serveMirror(built.root, { host: network.address });
  service = await startBootService(network.address, files, `${KERNEL_ARGUMENTS} console=ttyS0`);
  await network.startDhcp(service.dnsmasq);
});

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await network?.[Symbol.asyncDispose]();
  await mirror?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Node {
  readonly id: number;
  readonly state: string;
  readonly code: string;
  readonly findings: readonly object[];
}

/** A machine that boots from the network first, and otherwise from its disk. */
function startMachine({ number, firmware, mac, serial }: Unit, memory = MEMORY[firmware]): Machine {
  const [disk, variables] = [join(folder, `disk-${number}.raw`), join(folder, `variables-${number}.fd`)];
  writeFileSync(disk, '');
  truncateSync(disk, DISK_BYTES);
  copyFileSync(NEW_VARIABLES, variables);
  // Without its own iPXE, the card is used by the firmware, which loads iPXE from Debian's package with TFTP.
  const card = `virtio-net-pci,netdev=boot,mac=${mac},bootindex=1${firmware === 'uefi' ? ',romfile=' : ''}`;
  return new Machine([], {
    firmware,
    variables,
    restarts: true,
    more: [
      ...network.connect(),
      // Before its disk, the firmware would also wait for a boot server with IPv6.
      '-fw_cfg',
      'name=opt/org.tianocore/IPv6PXESupport,string=n',
      '-device',
      card,
      '-drive',
      `file=${disk},format=raw,if=none,id=disk,cache=unsafe`,
      '-device',
      `virtio-blk-pci,drive=disk,serial=${serial},bootindex=2`,
      '-m',
      memory,
    ],
  });
}

/** Adds a node that is set to install, and returns its number. The node of an earlier attempt is released. */
async function addNode({ mac, labels }: Unit): Promise<number> {
  const nodes = await service.get<readonly (Node & { readonly macs: readonly string[] })[]>('/api/nodes');
  for (const { id, macs } of nodes) if (macs.includes(mac)) await service.remove(`/api/nodes/${id}`);
  const { id } = await service.send<Node>('POST', '/api/nodes', { macs: [mac], labels });
  await service.send('PUT', `/api/nodes/${id}/boot`, { boot: 'medium' });
  return id;
}

/** Waits for the registration of a machine, and compares the code on its console with the service's. */
async function expectRegistered(machine: Machine, id: number): Promise<void> {
  const [, node, code] = await machine.expect(
    /writ agent: registered as node (\d+); compare this code before you approve it: ([\w-]+)/,
    BOOT_LIMIT,
  );
  expect(Number(node)).toBe(id);
  expect(await service.get<Node>(`/api/nodes/${id}`)).toMatchObject({ state: 'pending', code, findings: [] });
}

/** Approves a machine and sets it to install, waits for its restart, and inspects the system. */
async function expectInstalled(machine: Machine, id: number, { hostname, firmware }: Unit): Promise<void> {
  const { code } = await service.get<Node>(`/api/nodes/${id}`);
  expect(await service.send('POST', `/api/nodes/${id}/approve`, { code })).toMatchObject({
    state: 'approved',
  });
  const { digest } = await service.get<{ digest: string }>(`/api/nodes/${id}/plan`);
  await service.send('POST', `/api/nodes/${id}/install`, { planSha256: digest });
  await machine.expect(new RegExp(`writ agent: node ${id} is approved`));
  await machine.expect(/writ agent: installing as run 1/);
  expect(await service.get(`/api/nodes/${id}`)).toMatchObject({ state: 'installing' });
  await machine.expect(/writ agent: next: reboot/, INSTALL_LIMIT);
  expect(await service.get(`/api/nodes/${id}`)).toMatchObject({ state: 'installed', findings: [] });
  const history = await service.readStream(`/api/nodes/${id}/runs/0/events`, 'installed');
  expect([...history.matchAll(/^event: (.*)$/gm)].map(([, type]) => type)).toEqual([
    'added',
    'set-to-install',
    'medium-sent',
    'registered',
    'approved',
    'install-requested',
    'claimed',
    'installed',
  ]);
  expect(await service.readStream(`/api/nodes/${id}/runs/1/events`, 'end')).toContain('"state":"installed"');
  for (const secret of Object.values(canaries)) expect(machine.transcript).not.toContain(secret);
  // The next boot from the network ends iPXE, so that the firmware boots from the disk.
  await expectSystem(machine, {
    hostname,
    kernel: 'linux',
    mounts: firmware === 'uefi' ? { '/': 'ext4', '/boot': 'vfat' } : { '/': 'ext4' },
  });
}

const isFleet = process.env['WRIT_FLEET'] === '1';

function describeUnit(number: number, firmware: Unit['firmware'], labels: Unit['labels'] = {}): Unit {
  return {
    number,
    firmware,
    labels,
    mac: `52:54:00:77:72:0${number}`,
    serial: `DISK-${number}`,
    hostname: `node-${number}`,
  };
}

vi.setConfig({ maxConcurrency: 4 });

describe.concurrent('a machine that boots from the network', { ...emulated, timeout: 60 * 60_000 }, () => {
  it.skipIf(isFleet)('registers if it is set to install, with BIOS', async () => {
    const bios = describeUnit(1, 'bios');
    const id = await addNode(bios);
    await using machine = startMachine(bios);
    await expectRegistered(machine, id);
  });

  it.skipIf(isFleet)('registers if it is set to install, with UEFI, which loads Debian’s iPXE', async () => {
    const uefi = describeUnit(2, 'uefi');
    const id = await addNode(uefi);
    await using machine = startMachine(uefi);
    await expectRegistered(machine, id);
    expect(network.log).toContain('sent /usr/lib/ipxe/snponly.efi');
  });

  it.runIf(isFleet)('reports that the medium does not fit into its memory', async () => {
    const small = describeUnit(7, 'bios');
    await addNode(small);
    await using machine = startMachine(small, '1024');
    await machine.expect(/the medium from the network is incomplete[^\n]*2 GiB of memory/, BOOT_LIMIT);
  });

  it.runIf(isFleet)('is one of four that install at once, and then boot from their disks', async () => {
    const units = [
      describeUnit(3, 'bios'),
      describeUnit(4, 'uefi'),
      describeUnit(5, 'bios', { unit: '5' }),
      describeUnit(6, 'uefi', { unit: '6' }),
    ];
    await addConfigurations(service, mirror, { mac: '{{mac}}' }, units.slice(0, 2));
    await addConfigurations(service, mirror, { labels: { unit: '{{unit}}' } }, units.slice(2));
    await Promise.all(
      units.map(async (each) => {
        const id = await addNode(each);
        await using machine = startMachine(each);
        await expectRegistered(machine, id);
        await expectInstalled(machine, id, each);
      }),
    );
  });
});
