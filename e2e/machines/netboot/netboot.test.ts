/** Tests machines that boot the medium from the network, and their agents. */
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildMirror, serveMirror, type MirrorServer } from '@writ/mirror';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNetboot } from '../../../scripts/medium/netboot.ts';
import { canaries } from '../../installation.ts';
import { BOOT_LIMIT, buildParts, KERNEL_ARGUMENTS } from '../live/live-system.ts';
import { expectSystem } from '../assertions.ts';
import { emulated, Machine } from '../qemu.ts';
import { startBootService, type BootService } from './service.ts';

const DISK_BYTES = 2 * 2 ** 30;
/** Milliseconds for the installation of four machines at once. */
const INSTALL_LIMIT = 50 * 60_000;

let mirror: MirrorServer;
const folder = mkdtempSync(join(tmpdir(), 'writ-netboot-'));
const files = join(folder, 'files');

beforeAll(async () => {
  const log = (line: string): void => console.log(line);
  const built = await buildMirror({ set: 'tiny', log });
  const { system, writ } = await buildParts(built, folder, log);
  await makeNetboot(system, writ, files);
  mirror = await serveMirror(built.root);
});

afterAll(async () => {
  await mirror?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Node {
  readonly id: number;
  readonly state: string;
  readonly code: string;
  readonly findings: readonly object[];
}

/** A machine that boots from the network first, and then from its disk. */
function startMachine({ bootFile }: BootService, index: number, firmware: 'uefi' | 'bios'): Machine {
  const disk = diskOf(index);
  if (statSync(disk, { throwIfNoEntry: false }) === undefined) {
    writeFileSync(disk, '');
    truncateSync(disk, DISK_BYTES);
  }
  return new Machine([], {
    firmware,
    more: [
      '-netdev',
      `user,id=boot,bootfile=${bootFile}`,
      '-device',
      `virtio-net-pci,netdev=boot,mac=${macOf(index)},bootindex=1`,
      '-drive',
      `file=${disk},format=raw,if=none,id=disk,cache=unsafe`,
      '-device',
      `virtio-blk-pci,drive=disk,serial=DISK-${index},bootindex=2`,
      '-m',
      '2048',
    ],
  });
}

const diskOf = (index: number): string => join(folder, `disk-${index}.raw`);
const macOf = (index: number): string => `52:54:00:77:72:0${index}`;

/** Adds a node that is set to install, and returns its number. */
async function addNode({ send }: BootService, index: number): Promise<number> {
  const { id } = await send<Node>('POST', '/api/nodes', { macs: [macOf(index)] });
  await send('PUT', `/api/nodes/${id}/boot`, { boot: 'medium' });
  return id;
}

const service = (): Promise<BootService> => startBootService(files, `${KERNEL_ARGUMENTS} console=ttyS0`);

describe.concurrent('a machine that boots from the network', { ...emulated, timeout: 60 * 60_000 }, () => {
  it('registers with the token that the medium contains, if it is set to install', async () => {
    await using boot = await service();
    const id = await addNode(boot, 1);
    await using machine = startMachine(boot, 1, 'bios');
    const [, code] = await machine.expect(
      /writ agent: registered as node 1; compare this code before you approve it: ([\w-]+)/,
      BOOT_LIMIT,
    );
    expect(await boot.get<Node>(`/api/nodes/${id}`)).toMatchObject({ state: 'pending', code, findings: [] });
  });

  it.runIf(process.env['WRIT_FLEET'] === '1')(
    'is one of four that install at once, and then boot from their disks',
    async () => {
      await using boot = await service();
      const indices = [2, 3, 4, 5];
      const ids: number[] = [];
      for (const index of indices) {
        ids.push(await addNode(boot, index));
        await boot.send('POST', '/api/node-configurations', {
          selector: { mac: macOf(index) },
          configuration: configuration(index),
        });
      }
      await Promise.all(
        indices.map(async (index, position) => {
          const id = ids[position]!;
          const firmware = index % 2 === 0 ? 'uefi' : 'bios';
          {
            await using machine = startMachine(boot, index, firmware);
            await machine.expect(/writ agent: registered as node/, BOOT_LIMIT);
            await install(boot, id);
            await machine.expect(/writ agent: next: poweroff/, INSTALL_LIMIT);
            await machine.off();
            for (const secret of Object.values(canaries)) expect(machine.transcript).not.toContain(secret);
          }
          expect(await boot.get<Node>(`/api/nodes/${id}`)).toMatchObject({
            state: 'installed',
            findings: [],
          });
          // The next boot from the network ends iPXE.
          await using machine = startMachine(boot, index, firmware);
          await expectSystem(machine, {
            hostname: `node-${index}`,
            kernel: 'linux',
            mounts: { '/': 'ext4' },
          });
        }),
      );
    },
  );
});

async function install({ get, send }: BootService, id: number): Promise<void> {
  const { code } = await get<Node>(`/api/nodes/${id}`);
  await send('POST', `/api/nodes/${id}/approve`, { code });
  const { digest } = await get<{ digest: string }>(`/api/nodes/${id}/plan`);
  await send('POST', `/api/nodes/${id}/install`, { planSha256: digest, ending: 'poweroff' });
}

function configuration(index: number): string {
  const example = new URL('../../../examples/install/minimal.json', import.meta.url);
  return JSON.stringify({
    ...(JSON.parse(readFileSync(example, 'utf8')) as object),
    bootloader: index % 2 === 0 ? 'systemd-bootctl' : 'grub-install',
    harddrives: [`serial=DISK-${index}`],
    hostname: `node-${index}`,
    '!root-password': canaries.root,
    '!users': { username: 'ada', '!password': canaries.user, sudo: true },
    'mirror-region': { Test: { [mirror.address.replace('127.0.0.1', '10.0.2.2')]: true } },
  });
}
