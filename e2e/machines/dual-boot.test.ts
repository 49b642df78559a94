/** Tests that two systems on one disk start, and that the installation of the second one does not change the first. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Workbench } from '../installation.ts';
import { hasLoopDevices, LoopDisk, run } from '../loop-disk.ts';
import { sharedMirror } from '../shared-mirror.ts';
import { answer, expectSystem } from './assertions.ts';
import { emulated, Machine } from './qemu.ts';

const { mirror, cache } = sharedMirror();
const mounts = { '/': 'ext4' };

/** A system with GRUB and a root partition, on a disk with other partitions. */
class System extends Workbench {
  override readonly target: string;

  constructor(disk: LoopDisk, hostname: string, partitions: readonly object[], commands: readonly string[]) {
    super({
      bootloader: 'grub-install',
      hostname,
      'custom-commands': commands,
      'x-writ': { disk: { layout: 'partitions', partitions: [...partitions, { kind: 'bios' }] } },
    });
    this.target = disk.path;
  }

  /** Installs the system with consent to exactly this plan. */
  async installBeside(): Promise<void> {
    const firmware = ['--firmware', 'bios'];
    const consent = ['--plan-sha256', this.planDigest(mirror.address, firmware)];
    const environment = { WRIT_STATE: join(this.folder, 'state') };
    const ended = await this.install(mirror.address, [...firmware, ...consent], { cache, environment });
    expect(ended.status, ended.stderr).toBe(0);
  }
}

/** Adds an entry to GRUB's menu that opens the menu of the system in another file system. */
function addEntry(id: string, fileSystem: string): string {
  const lines = [
    `menuentry ${id} --id ${id} {`,
    `search --no-floppy --fs-uuid --set=root ${fileSystem}`,
    'configfile /boot/grub/grub.cfg',
    '}',
  ];
  return `printf '%s\\n' ${lines.map((line) => `'${line}'`).join(' ')} >> /boot/grub/grub.cfg`;
}

describe.skipIf(!hasLoopDevices())(
  'two systems on one disk (skipped on machines without loop devices)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'writ-dual-'));
    let disk: LoopDisk;

    /** The partitions of the first system and their table entries. */
    const readFirst = (): readonly string[] => {
      run('blockdev', '--flushbufs', disk.path);
      const table = run('sfdisk', '--dump', disk.path).split('\n');
      const digests = [1, 2].map((number) => run('sha256sum', disk.partition(number)));
      return [...table.filter((line) => /^\/dev\/\S+p[12] :/.test(line)), ...digests];
    };

    beforeAll(async () => {
      disk = new LoopDisk(join(folder, 'disk.raw'), '2G');
      using first = new System(disk, 'first', [{ kind: 'root', size: '700MiB' }], []);
      await first.installBeside();
      const before = readFirst();
      expect(before).toHaveLength(4);
      const kept = [1, 2].map((number) => ({
        keep: { partuuid: run('sfdisk', '--part-uuid', disk.path, String(number)) },
      }));
      const probe = ['--probe', '--output', 'value', '--match-tag', 'UUID'];
      const entry = addEntry('first', run('blkid', ...probe, disk.partition(1)));
      using second = new System(disk, 'second', [...kept, { kind: 'root', size: 'rest' }], [entry]);
      await second.installBeside();
      expect(readFirst()).toEqual(before);
    });

    afterAll(() => {
      disk?.[Symbol.dispose]();
      rmSync(folder, { recursive: true, force: true });
    });

    it('start, the first one from the menu of the second', emulated, async () => {
      // A second attempt must not find the changes of the first one.
      const file = join(folder, 'attempt.raw');
      run('cp', '--sparse=always', disk.file, file);
      const options = { firmware: 'bios', keeps: true } as const;
      {
        await using machine = new Machine([file], options);
        await expectSystem(machine, { hostname: 'second', kernel: 'linux', mounts });
        expect(await answer(machine, 'findmnt -no SOURCE /')).toBe('/dev/vda3');
        const chosen = await machine.run("sed -i 's/^set default=0/set default=first/' /boot/grub/grub.cfg");
        expect(chosen).toEqual({ output: '', status: 0 });
        machine.send('systemctl poweroff\n');
        await machine.off();
      }
      await using machine = new Machine([file], options);
      await expectSystem(machine, { hostname: 'first', kernel: 'linux', mounts });
      expect(await answer(machine, 'findmnt -no SOURCE /')).toBe('/dev/vda1');
    });
  },
);
