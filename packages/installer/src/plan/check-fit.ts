import { phrase, type Diagnostic } from '@writ/diagnostics';
import { bootLoaders } from '../data/loaders.ts';
import type { Settings } from '../config/settings.ts';
import type { Facts } from '../facts/facts.ts';
import { isNetworkFile } from '../facts/network-files.ts';
import { refusal } from '../finding-codes.ts';
import type { ChosenTarget, PreparedFolder } from '../facts/chosen-target.ts';
import { MIB, type Firmware } from './layout.ts';
import { minimumHomeSize, minimumSystemSize } from './system-layout.ts';
import { resolveBootFacts } from './boot-facts.ts';
import { DEFAULT_IMAGE_SIZE, layoutSettingsOf, type PlanFacts, type PlanOptions } from './create-plan.ts';
import { softwareNotes } from './software-notes.ts';
import { checkPreparedFolder } from './check-prepared-folder.ts';
import { checkListedPartitions } from './check-partitions.ts';
import { checkFileSystems } from './check-file-systems.ts';
import { checkHibernation } from './check-hibernation.ts';
import { checkRaid } from './check-raid.ts';
import { term } from '../terms.ts';

/**
 * Checks that configuration, machine and targets are compatible, and reports all findings together. Only errors
 * prevent a plan.
 */
export function checkFit(settings: Settings, facts: PlanFacts, options: PlanOptions): Diagnostic[] {
  const start = resolveBootFacts(facts.target, facts.machine, options.firmware);
  const { firmware } = start;
  return [
    ...checkBootLoader(settings, firmware, options),
    ...checkPlannedMachine(facts, firmware),
    ...checkFileSystems(settings, facts),
    ...checkHibernation(settings, facts, firmware),
    ...checkPreparedFolder(settings, facts, firmware),
    ...checkRaid(settings, facts),
    ...checkSizes(settings, facts, firmware, options),
    ...checkHome(settings, facts),
    ...checkNetwork(settings, facts),
    ...noteEncryption(settings, facts, firmware),
    ...noteRemovablePath(settings, facts, start.variables, firmware),
    ...softwareNotes(settings),
  ];
}

/** Checks that the firmware can start the boot loader. */
export function checkBootLoader(
  { bootloader, uki }: Pick<Settings, 'bootloader' | 'uki'>,
  firmware: Firmware,
  { firmware: requested }: PlanOptions,
): Diagnostic[] {
  if (bootLoaders[bootloader].firmware.includes(firmware)) return [];
  const why =
    requested === undefined ? 'the machine was booted in BIOS mode' : phrase`${term('firmware')} is bios`;
  return [
    refusal('loader-needs-uefi', phrase`${bootloader} requires UEFI firmware, but ${why}`, {
      pointer: '/bootloader',
      expected: 'grub-install',
      hint: uki
        ? 'use UEFI firmware, or use grub-install without unified kernel images'
        : 'use UEFI firmware, or use grub-install',
    }),
  ];
}

function checkPlannedMachine({ target, machine }: PlanFacts, firmware: Firmware): Diagnostic[] {
  if (target.kind === 'image' || machine === undefined) return [];
  const findings: Diagnostic[] = [];
  if (machine.architecture !== 'x86_64') {
    findings.push(
      refusal(
        'architecture-unsupported',
        `the distribution requires x86-64, but the machine is ${machine.architecture}`,
      ),
    );
  }
  if (firmware === 'uefi' && machine.firmwareBits === 32) {
    findings.push(
      refusal(
        'firmware-32-bit',
        'the machine has 32-bit UEFI firmware, but the boot loaders are 64-bit programs',
      ),
    );
  }
  if (firmware === 'uefi' && machine.hardware?.secureBoot === 'enabled') {
    findings.push(
      refusal(
        'secure-boot',
        'Secure Boot is enabled, so the firmware will not start the new system, which is not signed',
        { hint: 'disable Secure Boot in the firmware before the first start' },
      ),
    );
  }
  const { path, sectorSize } = target.kind === 'folder' ? target.bootDisk : target.disk;
  if (firmware === 'bios' && sectorSize !== 512) {
    findings.push(
      refusal(
        'bios-sectors',
        `BIOS firmware requires a disk with 512-byte sectors, but ${path} has ${sectorSize}-byte sectors`,
        { hint: 'choose another disk for the system, or boot the machine in UEFI mode' },
      ),
    );
  }
  return findings;
}

/**
 * Checks a network of type `iso`: the network settings of a live system can be copied only to a disk in the
 * machine on which it runs.
 */
function checkNetwork({ network }: Settings, { target, machine }: PlanFacts): Diagnostic[] {
  if (network.type !== 'iso') return [];
  const why = describeUncopiable(target, machine);
  if (why === undefined) return [];
  return [
    refusal('iso-network', `iso copies the network settings of a live medium, but ${why}`, {
      pointer: '/network_config/type',
      expected: 'nm, manual or none',
    }),
  ];
}

function describeUncopiable({ kind }: ChosenTarget, machine: Facts | undefined): string | undefined {
  if (kind === 'image') return 'an image boots on another machine';
  if (machine?.liveMedium === undefined) return 'this system was not booted from one';
  // Checked before the installation, because otherwise users would notice only after the first boot that the
  // new system is unreachable.
  return machine.networkFiles?.some(isNetworkFile) === true
    ? undefined
    : 'this live system has no network files';
}

/** Checks that the configuration does not put /home on the system drive if there is a second drive for it. */
function checkHome({ disk = {} }: Settings, { second }: PlanFacts): Diagnostic[] {
  // The second drive of a RAID contains the same partitions as the first.
  if (second === undefined || disk.partitions !== undefined || disk.raid !== undefined) return [];
  const { home, fileSystem } = disk;
  const subvolumes = fileSystem?.kind === 'btrfs' ? (fileSystem.subvolumes ?? []) : [];
  const index = subvolumes.findIndex(({ mountPoint }) => mountPoint === '/home');
  const pointer =
    home !== undefined
      ? '/x-writ/disk/home'
      : index === -1
        ? undefined
        : `/x-writ/disk/btrfs/subvolumes/${index}`;
  if (pointer === undefined) return [];
  return [
    refusal('home-twice', '/home is on the second drive, so it cannot be on the system drive as well', {
      pointer,
      hint: 'remove it, or install without the second drive',
    }),
  ];
}

function checkSizes(
  settings: Settings,
  facts: PlanFacts,
  firmware: Firmware,
  { imageSize = DEFAULT_IMAGE_SIZE }: PlanOptions,
): Diagnostic[] {
  const { target, second } = facts;
  if (target.kind === 'folder') return [];
  const listed = checkListedPartitions(settings, facts, firmware, imageSize);
  if (listed !== undefined) return listed;
  const layout = layoutSettingsOf(settings, facts);
  const smallest = minimumSystemSize(firmware, layout);
  const isRaid = settings.disk?.raid !== undefined;
  const smallestSecond = isRaid ? smallest : minimumHomeSize(layout.disk);
  const least =
    firmware === 'uefi'
      ? `at least ${formatMebibytes(smallest)}: the EFI system partition alone occupies 1,024 MiB`
      : `at least ${formatMebibytes(smallest)}`;
  return [
    ...checkSize(target, 0, imageSize, smallest, 'a system', least),
    ...(second === undefined || second.kind === 'folder'
      ? []
      : checkSize(
          second,
          1,
          imageSize,
          smallestSecond,
          isRaid ? 'a system' : '/home',
          isRaid ? least : `at least ${formatMebibytes(smallestSecond)}`,
        )),
  ];
}

function checkSize(
  target: Exclude<ChosenTarget, PreparedFolder>,
  index: number,
  imageSize: number,
  smallest: number,
  content: string,
  expected: string,
): Diagnostic[] {
  const size = target.kind === 'image' ? imageSize : target.disk.size;
  if (size >= smallest) return [];
  return [
    target.kind === 'image'
      ? refusal('target-too-small', `an image of ${formatMebibytes(size)} is too small for ${content}`, {
          expected,
          hint: phrase`pass ${term('imageSizeOf', Math.ceil(smallest / GIB))} or more; the file is sparse and occupies only the space that is used`,
        })
      : refusal(
          'target-too-small',
          `${target.disk.path} has ${formatMebibytes(size)}, which is too little for ${content}`,
          {
            pointer: `/harddrives/${index}`,
            expected,
            hint: 'choose a larger disk',
          },
        ),
  ];
}

const GIB = 1024 * MIB;
const LUKS = '/x-writ/disk/luks';

/**
 * Notes that /boot of an encrypted system is not encrypted, and warns that copies of an encrypted image share their
 * volume key.
 */
function noteEncryption({ disk }: Settings, { target }: PlanFacts, firmware: Firmware): Diagnostic[] {
  if (disk?.luks === undefined) return [];
  const boot =
    firmware === 'bios'
      ? `the kernel is in an ext4 partition${disk.partitions === undefined ? ' of 1,024 MiB' : ''} at /boot`
      : 'the kernel is in the EFI system partition at /boot';
  return [
    refusal('boot-not-encrypted', `${boot}, which is not encrypted`, { pointer: LUKS }),
    ...(target.kind === 'image'
      ? [
          refusal(
            'shared-volume-key',
            'all copies of the image have the same volume key, so a new passphrase in one copy does not protect it from the owner of another copy',
            { pointer: LUKS, hint: 'run cryptsetup reencrypt on each copy, or use the image only once' },
          ),
        ]
      : []),
  ];
}

function noteRemovablePath(
  settings: Settings,
  { target }: PlanFacts,
  variables: boolean,
  firmware: Firmware,
): Diagnostic[] {
  if (settings.bootloader !== 'efistub' || firmware !== 'uefi' || variables) return [];
  const [first, ...others] = settings.kernels;
  const why =
    target.kind === 'image'
      ? 'an image has no firmware boot entries'
      : "boot entries cannot be written to the machine's firmware";
  const built = settings.uki ? '' : ', as a unified image because the firmware passes no command line to it';
  const rest = others.length === 0 ? '' : `; ${others.join(', ')} can only be started manually`;
  return [
    refusal('removable-path', `${why}, so ${first} is started from the removable media path${built}${rest}`, {
      pointer: '/bootloader',
    }),
  ];
}

function formatMebibytes(bytes: number): string {
  return `${Math.floor(bytes / MIB).toLocaleString('en')} MiB`;
}
