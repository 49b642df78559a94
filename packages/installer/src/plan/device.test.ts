import { describe, expect, it } from 'vitest';
import { canonicalJson } from './digest.ts';
import { stages } from './operation.ts';
import type { Plan } from './plan.ts';
import { renderPlan } from './render-plan.ts';
import { machineFixture, planFor, type PlannedCase } from './testing.ts';

const config = {
  bootloader: 'grub-install',
  kernels: ['linux'],
  'mirror-region': { Here: ['http://127.0.0.1:7879/$repo/os/$arch'] },
  '!root-password': 'a password',
};

const laptop = { machine: 'uefi-laptop', targets: ['/dev/nvme0n1'] } as const;
const server = { machine: 'bios-server', targets: ['wwn=0x5000C500A1B2C3D4', 'serial=ZC11A0B2'] } as const;

async function planned(options: PlannedCase, changes: object = {}): Promise<Plan> {
  const { plan, findings } = await planFor({ ...config, ...changes }, options);
  if (plan === undefined) throw new Error(findings.map(({ message }) => message).join('; '));
  return plan;
}

function commandsOf({ operations }: Plan, id: string): string[] {
  const found = operations.find((operation) => operation.id === id);
  return found?.commands.map(({ argv }) => argv.join(' ')) ?? [];
}

describe('the plan for a disk', () => {
  it('wipes, partitions, formats and mounts the disk before the tree is created, and unmounts it at the end', async () => {
    const ids = (await planned(laptop)).operations.map(({ id }) => id);
    expect(ids.slice(0, 7)).toEqual([
      'download',
      'wipe',
      'partition',
      'format-esp',
      'format-root',
      'mount',
      'tree',
    ]);
    expect(ids.slice(-4)).toEqual(['verify-system', 'install-record', 'firmware-entries', 'unmount']);
  });

  it('matches the golden file', async () => {
    await expect(renderPlan(await planned(laptop))).toMatchFileSnapshot('fixtures/disk-uefi.plan.txt');
    await expect(renderPlan(await planned(server))).toMatchFileSnapshot('fixtures/disks-bios.plan.txt');
  });

  it('checks the target again before the first operation that writes to it, and writes only in operations that refer to it', async () => {
    for (const plan of [await planned(laptop), await planned(server)]) {
      const first = plan.operations.find(({ commands }) =>
        commands.some(
          ({ where, argv }) => where !== 'chroot' && argv.some((text) => /\{(target|second)\}/.test(text)),
        ),
      );
      expect(first).toMatchObject({ id: 'wipe', guardsTarget: true });
      for (const { files } of plan.operations) {
        for (const { path } of files) expect(path).toMatch(/^\{tree\}\/(?!.*\.\.)/);
      }
    }
  });

  it('lists the operations in the order of the stages, each with a check and a time limit', async () => {
    for (const options of [laptop, server]) {
      const { operations } = await planned(options);
      const order = operations.map(({ stage }) => stages.indexOf(stage));
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
      for (const { id, verify, limit, weight } of operations) {
        expect([id, verify.length > 0, limit > 0, weight > 0]).toEqual([id, true, true, true]);
      }
    }
  });

  it("uses the kernel's partition names", async () => {
    expect(commandsOf(await planned(laptop), 'format-root')).toEqual([
      expect.stringMatching(/^mkfs\.ext4 -q -F -L root -U \S+ -E hash_seed=\S+ \{target\}p2$/),
    ]);
    expect(commandsOf(await planned(server), 'format-root')[0]).toMatch(/ \{target\}2$/);
    expect(commandsOf(await planned(server), 'second-format-home')[0]).toMatch(/ \{second\}1$/);
  });

  it("uses the disk's sector size", async () => {
    const plan = await planned({ machine: 'live-usb-4kn', targets: ['/dev/nvme0n1'] });
    const [command] = plan.operations.find(({ id }) => id === 'partition')?.commands ?? [];
    expect(command?.stdin?.join('')).toContain('sector-size: 4096\nstart=256, size=262144, type=c12a7328');
    expect(commandsOf(plan, 'format-esp')[0]).toMatch(/^mkfs\.vfat -F 32 -s 1 -S 4096 /);
  });

  it('empties mounted file systems without deleting their mount points', async () => {
    const finds = commandsOf(await planned(laptop), 'tree').filter((line) => line.startsWith('find'));
    expect(finds).toEqual([
      // Retains downloaded packages for the next attempt.
      'find {tree} -xdev -mindepth 1 -not -path {tree}/boot -not -path {tree}/lost+found -not -path {tree}/.writ-packages -not -path {tree}/.writ-packages/?* -delete',
      'find {tree}/boot -xdev -mindepth 1 -not -path {tree}/boot/lost+found -delete',
    ]);
  });

  it('mounts parent folders first, and repeats the mounts in every run', async () => {
    const plan = await planned(server);
    expect(commandsOf(plan, 'mount').filter((line) => line.startsWith('mount'))).toEqual([
      'mount -t ext4 -- {target}2 {tree}',
      'mount -t ext4 -- {second}1 {tree}/home',
    ]);
    const mount = plan.operations.find(({ id }) => id === 'mount');
    expect(mount).toMatchObject({ everyRun: true, undo: { kind: 'repeat' } });
    expect(mount?.commands.filter(({ where }) => where === 'machine')).toHaveLength(2);
  });
});

describe("a disk's identity", () => {
  it('is part of the digest, unlike the content of the disk, which is listed only as data that will be lost', async () => {
    const plan = await planned(laptop);
    expect(plan.target).toMatchObject({
      kind: 'device',
      path: '/dev/nvme0n1',
      identity:
        'device:model=Samsung SSD 980 PRO 512GB;serial=S5GXNX0T123456A;wwn=eui.0025385b71b00001;size=512110190592',
    });
    expect(plan.losses[0]?.description).toContain('"Basic data partition", 476.6 GiB: ntfs "Windows"');
    expect(plan.losses[0]?.answers).toEqual(['S5GXNX0T123456A', 'Samsung SSD 980 PRO 512GB']);
    const facts = machineFixture('uefi-laptop');
    const emptied = {
      ...facts,
      disks: facts.disks.map((disk) => ({ ...disk, partitions: [], signatures: [] })),
    };
    expect((await planned({ ...laptop, machine: emptied })).digest).toBe(plan.digest);
  });

  it("does not depend on the disk's name or path", async () => {
    const plan = await planned(laptop);
    for (const name of [
      'serial=S5GXNX0T123456A',
      'model=Samsung_SSD_980_PRO_512GB',
      'wwn=eui.0025385B71B00001',
      '/dev/disk/by-id/nvme-Samsung_SSD_980_PRO_512GB_S5GXNX0T123456A',
    ]) {
      expect((await planned({ ...laptop, targets: [name] })).digest).toBe(plan.digest);
      const configured = await planned({ machine: 'uefi-laptop' }, { harddrives: [name] });
      expect(configured.digest).toBe(plan.digest);
    }
    const text = JSON.stringify(machineFixture('uefi-laptop')).replaceAll('nvme0n1', 'nvme1n1');
    const moved = await planned({ machine: JSON.parse(text), targets: ['serial=S5GXNX0T123456A'] });
    expect([moved.digest, moved.target.path]).toEqual([plan.digest, '/dev/nvme1n1']);
  });

  it('is the backing file of a loop device', async () => {
    const facts = machineFixture('qemu-uefi');
    const [disk] = facts.disks;
    const plans = ['/dev/loop0', '/dev/loop1'].map((path) => {
      const loop = { ...disk!, path, kind: 'loop' as const, links: [], backingFile: '/srv/try.raw' };
      return planned({ machine: { ...facts, disks: [loop] }, targets: [path] });
    });
    const [first, second] = await Promise.all(plans);
    expect([first?.target.path, second?.target.path]).toEqual(['/dev/loop0', '/dev/loop1']);
    expect(first?.digest).toBe(second?.digest);
    expect(first?.operations[1]?.title).toBe('Wipe every signature from the loop device of /srv/try.raw');
  });

  it("is the disk's path if the disk has no serial number", async () => {
    const plan = await planned({ machine: 'qemu-uefi', targets: ['/dev/vda'] });
    expect(plan.target.identity).toBe('device:size=21474836480;path=/dev/vda');
  });

  it('leads to different identifiers on another disk', async () => {
    const other = { ...server, targets: [server.targets[1]] };
    expect((await planned(other)).target.layout.uuid).not.toBe((await planned(server)).target.layout.uuid);
  });

  it('leads to the same plan each time', async () => {
    expect(canonicalJson(await planned(server))).toBe(canonicalJson(await planned(server)));
  });
});

describe('the two drives of a plan', () => {
  it('are both wiped according to the first lines of the plan, and /home is in fstab', async () => {
    const plan = await planned(server);
    expect(renderPlan(plan).split('\n').slice(0, 4)).toEqual([
      'Wipes the disk /dev/sda and installs onto it, for BIOS machines.',
      'Also wipes the disk /dev/sdb, for /home.',
      '/dev/sda (ST4000NM0035-1V4, serial ZC11A0B1, 3.6 TiB) will be wiped; no file system or partition table was found on it.',
      'Second drive: /dev/sdb (ST4000NM0035-1V4, serial ZC11A0B2, 3.6 TiB) will be wiped; no file system or partition table was found on it.',
    ]);
    const home = plan.second?.layout.partitions[0]?.content?.id;
    expect(JSON.stringify(plan.operations.find(({ id }) => id === 'fstab'))).toContain(
      `UUID=${home} /home ext4 rw,relatime 0 2`,
    );
  });

  it('can be images: only the second one contains /home, and the first one is renamed last', async () => {
    const plan = await planned({ targets: ['/images/system.img', '/images/home.img'] });
    expect(plan.operations.slice(-9).map(({ id }) => id)).toEqual([
      'image-table',
      'image-esp',
      'image-root',
      'home-table',
      'home-root',
      'image-clean',
      'images-complete',
      'home-publish',
      'publish',
    ]);
    const root = plan.operations.find(({ id }) => id === 'image-root');
    expect(root?.commands[0]?.covers).toEqual(['{tree}/boot', '{tree}/home']);
    expect(commandsOf(plan, 'home-root')[0]).toMatch(/ -d \{tree\}\/home \{home\} /);
  });
});
