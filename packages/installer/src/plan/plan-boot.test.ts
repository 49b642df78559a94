import { describe, expect, it } from 'vitest';
import type { Operation } from './operation.ts';
import type { Plan } from './plan.ts';
import { contentOf, machineFixture, planFor, type PlannedCase } from './testing.ts';

const config = {
  bootloader: 'systemd-bootctl',
  kernels: ['linux', 'linux-lts'],
  'mirror-region': { Here: ['http://127.0.0.1:7879/$repo/os/$arch'] },
  '!root-password': 'a password',
};

async function planned(changes: object, options?: PlannedCase): Promise<Plan> {
  const { plan, findings } = await planFor({ ...config, ...changes }, options);
  if (plan === undefined) throw new Error(findings.map(({ message }) => message).join('; '));
  return plan;
}

async function rulesOf(changes: object, options?: PlannedCase): Promise<(string | undefined)[]> {
  const { findings } = await planFor({ ...config, ...changes }, options);
  return findings.map(({ rule }) => rule);
}

function operation({ operations }: Plan, id: string): Operation {
  const found = operations.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no ${id} in ${operations.map((one) => one.id).join(', ')}`);
  return found;
}

function packagesOf({ requirements }: Plan): string[] {
  return requirements.packages.map(({ name }) => name);
}

function argumentsOf(plan: Plan, id: string): string[] {
  return operation(plan, id).commands.map(({ argv }) => argv.join(' '));
}

const laptop = { machine: 'uefi-laptop', targets: ['/dev/nvme0n1'] } as const;
const server = { machine: 'bios-server', targets: ['serial=ZC11A0B1'] } as const;

describe('systemd-boot', () => {
  it('creates an entry for each kernel and boots the first by default', async () => {
    const plan = await planned({});
    expect(contentOf(plan, '/boot/loader/loader.conf')).toBe('default arch-linux.conf\ntimeout 3\n');
    expect(contentOf(plan, '/boot/loader/entries/arch-linux-lts.conf')).toMatch(
      /^title .*\nlinux   \/vmlinuz-linux-lts\ninitrd  \/initramfs-linux-lts.img\noptions root=UUID=/,
    );
  });

  it('creates no entries for unified images, each of which is built once', async () => {
    const plan = await planned({ uki: true });
    expect(contentOf(plan, '/boot/loader/loader.conf')).toBe('default arch-linux.efi\ntimeout 3\n');
    expect(contentOf(plan, '/etc/mkinitcpio.d/linux-lts.preset')).toBe(
      'ALL_kver="/boot/vmlinuz-linux-lts"\nPRESETS=(\'default\')\ndefault_uki="/boot/EFI/Linux/arch-linux-lts.efi"\n',
    );
    const ids = plan.operations.map(({ id }) => id);
    expect(ids.indexOf('unified-presets')).toBeLessThan(ids.indexOf('packages'));
    for (const kernel of ['linux', 'linux-lts']) {
      const { completes, verify } = operation(plan, `initramfs-${kernel}`);
      expect(completes).toEqual(operation(plan, 'packages').postpones);
      expect(verify).toEqual([{ kind: 'exists', path: `{tree}/boot/EFI/Linux/arch-${kernel}.efi` }]);
    }
    expect(plan.requirements.files).toContain('usr/lib/systemd/boot/efi/linuxx64.efi.stub');
    expect(JSON.stringify(plan)).not.toContain('loader/entries/');
  });

  it('creates firmware boot entries on a disk, but not for an image', async () => {
    const plan = await planned({}, laptop);
    expect(argumentsOf(plan, 'firmware-entries')).toEqual([
      String.raw`efibootmgr --quiet --create --disk {target} --part 1 --label Linux Boot Manager --loader \EFI\systemd\systemd-bootx64.efi`,
    ]);
    const { replaces, undo } = operation(plan, 'firmware-entries');
    expect(replaces).toEqual({
      partition: plan.target.layout.partitions[0]?.uuid,
      labels: ['Linux Boot Manager'],
    });
    expect(undo).toEqual({ kind: 'repeat' });
    expect(packagesOf(plan)).toContain('efibootmgr');
    const image = await planned({});
    expect(image.operations.map(({ id }) => id)).not.toContain('firmware-entries');
    expect(packagesOf(image)).not.toContain('efibootmgr');
  });
});

describe('efistub', () => {
  const efistub = { bootloader: 'efistub' };

  it('creates one firmware boot entry for each kernel on a disk, the default one last', async () => {
    const plan = await planned(efistub, laptop);
    const [lts, linux] = operation(plan, 'firmware-entries').commands;
    expect(lts?.argv).toContain(String.raw`\vmlinuz-linux-lts`);
    expect(linux?.argv).toContain('Arch Linux (linux)');
    expect(linux?.argv.at(-1)).toMatch(/^initrd=\\initramfs-linux\.img root=UUID=[0-9a-f-]{36} rw$/);
    expect(plan.findings).toEqual([]);
  });

  it('starts unified images with their own command lines on a disk', async () => {
    const plan = await planned({ ...efistub, uki: true }, laptop);
    const [lts, linux] = operation(plan, 'firmware-entries').commands;
    expect(lts?.argv).toContain(String.raw`\EFI\Linux\arch-linux-lts.efi`);
    expect(linux?.argv).toContain(String.raw`\EFI\Linux\arch-linux.efi`);
    expect(linux?.argv).not.toContain('--unicode');
  });

  it.each([
    ['an image', {}],
    ['a machine whose firmware stores no boot entries', { ...server, firmware: 'uefi' as const }],
  ])('installs a unified image at the removable path, with a note, on %s', async (_what, options) => {
    const plan = await planned(efistub, options);
    expect(contentOf(plan, '/etc/mkinitcpio.d/linux.preset')).toContain(
      'default_uki="/boot/EFI/BOOT/BOOTX64.EFI"',
    );
    expect(contentOf(plan, '/etc/mkinitcpio.d/linux-lts.preset')).toContain(
      '/boot/EFI/Linux/arch-linux-lts.efi',
    );
    expect(plan.operations.map(({ id }) => id)).not.toContain('firmware-entries');
    const { findings } = await planFor({ ...config, ...efistub }, options);
    expect(findings).toMatchObject([
      { rule: 'removable-path', severity: 'note', range: { start: { line: 2 } } },
    ]);
    expect(findings[0]?.message).toContain('linux-lts can only be started manually');
  });
});

describe('GRUB', () => {
  const grub = { bootloader: 'grub-install' };

  it('is installed for UEFI at the removable path, with its menu on the EFI system partition', async () => {
    const plan = await planned(grub);
    const esp = plan.target.layout.partitions[0]?.content?.id;
    expect(contentOf(plan, '/boot/grub/early.cfg')).toBe(
      `search.fs_uuid ${esp} root\nset prefix=($root)/grub\n`,
    );
    expect(contentOf(plan, '/boot/grub/grub.cfg')).toContain(
      'menuentry "Arch Linux (linux-lts)" --id arch-linux-lts {\n  linux /vmlinuz-linux-lts root=UUID=',
    );
    expect(argumentsOf(plan, 'loader-core')[1]).toMatch(
      /^grub-mkimage --format=x86_64-efi --prefix=\/grub .*--output=\/boot\/EFI\/BOOT\/BOOTX64.EFI part_gpt fat /,
    );
    expect(plan.requirements.programs).toContain('grub-mkimage');
  });

  it('is installed for BIOS in the first sector and in a separate partition, with its menu on the root file system', async () => {
    const plan = await planned(grub, { firmware: 'bios' });
    const { partitions } = plan.target.layout;
    expect(partitions.map(({ name, content }) => [name, content?.mountPoint])).toEqual([
      ['bios', undefined],
      ['root', '/'],
    ]);
    expect(contentOf(plan, '/boot/grub/early.cfg')).toBe(
      `search.fs_uuid ${partitions[1]?.content?.id} root\nset prefix=($root)/boot/grub\n`,
    );
    expect(contentOf(plan, '/boot/grub/grub.cfg')).toContain('  initrd /boot/initramfs-linux.img\n');
    expect(argumentsOf(plan, 'image-boot-code')).toEqual([
      'dd status=none bs=440 count=1 conv=notrunc if={tree}/boot/grub/i386-pc/boot.img of={image}',
      'dd status=none bs=1048576 seek=1 conv=notrunc if={tree}/boot/grub/i386-pc/core.img of={image}',
    ]);
    const ids = plan.operations.map(({ id }) => id);
    expect(ids).not.toContain('image-esp');
    expect(ids.indexOf('image-boot-code')).toBeLessThan(ids.indexOf('image-clean'));
    expect(operation(plan, 'image-root').commands[0]?.covers).toBeUndefined();
  });

  it('stores the sectors of the core image in its boot code', async () => {
    const plan = await planned(grub, { firmware: 'bios' });
    const patches = operation(plan, 'loader-core').commands.filter(({ argv }) => argv[0] === 'sh');
    expect(patches.map(({ argv }) => argv.slice(-3))).toEqual([
      [String.raw`\000\010\000\000\000\000\000\000`, '92', '{tree}/boot/grub/i386-pc/boot.img'],
      [String.raw`\001\010\000\000\000\000\000\000`, '500', '{tree}/boot/grub/i386-pc/core.img'],
    ]);
  });

  it('writes settings for a later grub-mkconfig, except those that grub-mkconfig detects itself', async () => {
    expect(contentOf(await planned(grub), '/etc/default/grub')).toContain(
      'GRUB_CMDLINE_LINUX="console=tty0 console=ttyS0,115200"\n',
    );
    expect(contentOf(await planned(grub, laptop), '/etc/default/grub')).toContain('GRUB_CMDLINE_LINUX=""\n');
  });

  it('requires the same operations for a disk and an image between the creation and the completion of the tree', async () => {
    const between = ({ operations }: Plan): string[] =>
      operations
        .map(({ id }) => id)
        .filter((_id, index, ids) => index > ids.indexOf('tree') && index <= ids.indexOf('verify-system'));
    const disk = await planned(grub, server);
    const image = await planned(grub, { firmware: 'bios' });
    expect(between(disk)).toEqual(between(image));
    expect(argumentsOf(disk, 'device-boot-code')[1]).toContain('of={target}');
  });
});

describe('an incompatible boot loader', () => {
  it.each([
    ['systemd-bootctl', {}],
    ['efistub', {}],
    ['systemd-bootctl', { uki: true }],
    ['efistub', { uki: true }],
  ])('is reported on BIOS machines: %s %j', async (bootloader, more) => {
    const changes = { ...more, bootloader };
    expect(await rulesOf(changes, { firmware: 'bios' })).toEqual(['loader-needs-uefi']);
    expect(await rulesOf(changes, server)).toEqual(['loader-needs-uefi']);
    expect(await rulesOf(changes, { ...server, firmware: 'uefi' })).not.toContain('loader-needs-uefi');
  });

  it('is reported for GRUB with unified images', async () => {
    expect(await rulesOf({ bootloader: 'grub-install', uki: true })).toEqual(['uki-needs-efi-loader']);
  });
});

describe('a plan', () => {
  it('installs microcode and firmware packages on real machines, but never on an image', async () => {
    const packages = async (options: PlannedCase): Promise<string[]> =>
      packagesOf(await planned({ bootloader: 'grub-install' }, options)).filter((name) =>
        /ucode|firmware/.test(name),
      );
    expect(await packages(laptop)).toEqual(['linux-firmware', 'intel-ucode']);
    expect(await packages(server)).toEqual(['linux-firmware', 'amd-ucode']);
    const machine = { ...machineFixture('uefi-laptop'), cpuVendor: 'constructor' };
    expect(await packages({ ...laptop, machine })).toEqual(['linux-firmware']);
    expect(await packages({ machine: 'qemu-uefi', targets: ['/dev/vda'] })).toEqual([]);
    expect(await packages({})).toEqual([]);
  });

  it('reduces the initramfs to the hardware, and includes microcode, only on real machines', async () => {
    expect(contentOf(await planned({}, laptop), '/etc/mkinitcpio.conf.d/writ.conf')).toContain(
      'systemd autodetect microcode modconf',
    );
    expect(contentOf(await planned({}), '/etc/mkinitcpio.conf.d/writ.conf')).not.toContain(
      'HOOKS=(base systemd autodetect',
    );
  });

  it('adds a serial console for a virtual machine', async () => {
    const commandLine = async (options?: PlannedCase): Promise<string> =>
      contentOf(await planned({}, options), '/etc/kernel/cmdline');
    expect(await commandLine(laptop)).toMatch(/^root=UUID=\S+ rw\n$/);
    expect(await commandLine({ machine: 'qemu-uefi', targets: ['/dev/vda'] })).toMatch(
      / console=ttyS0,115200\n$/,
    );
    expect(await commandLine()).toMatch(/ console=ttyS0,115200\n$/);
  });
});
