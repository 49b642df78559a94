import type { Diagnostic } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { machineFixture, planFor, type PlannedCase } from './testing.ts';

const config = {
  bootloader: 'grub-install',
  kernels: ['linux'],
  'mirror-region': { Here: ['http://127.0.0.1:7879/$repo/os/$arch'] },
  '!root-password': 'a password',
};

const MIB = 1024 ** 2;

async function found(options: PlannedCase, changes: object = {}): Promise<readonly Diagnostic[]> {
  return (await planFor({ ...config, ...changes }, options)).findings;
}

/** Returns the case of the laptop with changes to its disk and its facts. */
function laptop(disk: object, machine: object = {}): PlannedCase {
  const facts = machineFixture('uefi-laptop');
  const disks = facts.disks.map((one) => (one.kind === 'disk' ? { ...one, ...disk } : one));
  return { machine: { ...facts, ...machine, disks }, targets: ['/dev/nvme0n1'] };
}

describe('a target that is too small', () => {
  it.each([
    ['uefi', 1090 * MIB, 1089],
    ['bios', 67 * MIB, 66],
  ] as const)(
    'is refused as an image and as a disk for %s, with the sizes in the message',
    async (firmware, smallest, less) => {
      expect(await found({ firmware, imageSize: smallest })).toEqual([]);
      expect(await found({ firmware, imageSize: smallest - 1 })).toMatchObject([
        {
          rule: 'target-too-small',
          message: `an image of ${less.toLocaleString('en')} MiB is too small for a system`,
          expected: expect.stringContaining(`at least ${(smallest / MIB).toLocaleString('en')} MiB`),
          hint: expect.stringContaining(`pass --image-size ${firmware === 'uefi' ? 2 : 1}G or more`),
        },
      ]);
      expect(await found({ ...laptop({ size: smallest - 1 }), firmware })).toMatchObject([
        {
          rule: 'target-too-small',
          message: `/dev/nvme0n1 has ${less.toLocaleString('en')} MiB, which is too little for a system`,
        },
      ]);
    },
  );

  it('is also refused as the second target', async () => {
    const facts = machineFixture('bios-server');
    const disks = facts.disks.map((disk) => ({ ...disk, size: 20 * MIB }));
    const findings = await found({ machine: { ...facts, disks }, targets: ['/dev/sda', '/dev/sdb'] });
    expect(findings.map(({ message }) => message)).toEqual([
      '/dev/sda has 20 MiB, which is too little for a system',
      '/dev/sdb has 20 MiB, which is too little for /home',
    ]);
  });
});

describe('the check of a machine', () => {
  const hardware = machineFixture('uefi-laptop').hardware!;

  it.each([
    ['architecture-unsupported', laptop({}, { architecture: 'aarch64' })],
    ['firmware-32-bit', laptop({}, { firmwareBits: 32 })],
    ['bios-sectors', { ...laptop({ sectorSize: 4096 }), firmware: 'bios' as const }],
    ['secure-boot', laptop({}, { hardware: { ...hardware, secureBoot: 'enabled' } })],
  ])('reports that the machine cannot start the new system: %s', async (rule, options) => {
    expect((await found(options)).map((finding) => finding.rule)).toEqual([rule]);
  });

  it('does not consider Secure Boot for a start with BIOS', async () => {
    const options = laptop({}, { hardware: { ...hardware, secureBoot: 'enabled' } });
    const rules = (await found({ ...options, firmware: 'bios' })).map(({ rule }) => rule);
    expect(rules).not.toContain('secure-boot');
  });

  it('accepts large sectors on a disk that contains only /home', async () => {
    const facts = machineFixture('bios-server');
    const disks = facts.disks.map((disk, index) => (index === 1 ? { ...disk, sectorSize: 4096 } : disk));
    expect(await found({ machine: { ...facts, disks }, targets: ['/dev/sda', '/dev/sdb'] })).toEqual([]);
  });
});

describe('the network files of a live medium', () => {
  const iso = { network_config: { type: 'iso' } };

  it('are copied if the machine runs from the medium; otherwise the setting is rejected', async () => {
    expect(await found({ machine: 'uefi-laptop', targets: ['/dev/nvme0n1'] }, iso)).toEqual([]);
    const { liveMedium: _left, ...installed } = machineFixture('uefi-laptop');
    for (const options of [{}, { machine: installed, targets: ['/dev/nvme0n1'] }]) {
      expect(await found(options, iso)).toMatchObject([
        { rule: 'iso-network', pointer: '/network_config/type', file: 'config.json' },
      ]);
    }
  });

  it('must exist, or the setting is rejected', async () => {
    expect(await found({ machine: 'qemu-uefi', targets: ['/dev/vda'] }, iso)).toMatchObject([
      { rule: 'iso-network', message: expect.stringContaining('no network files') },
    ]);
  });
});
