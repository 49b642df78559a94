import type { Diagnostic } from '@writ/diagnostics';
import type { Settings } from '../config/settings.ts';
import type { Facts } from '../facts/facts.ts';
import { isNetworkFile } from '../facts/network-files.ts';
import { refusal } from '../finding-codes.ts';
import type { ChosenTarget } from '../facts/chosen-target.ts';
import { MIB, MINIMUM_HOME_SIZE, minimumSystemSize, type Firmware } from './layout.ts';
import { resolveBootFacts } from './boot-facts.ts';
import { DEFAULT_IMAGE_SIZE, type PlanFacts, type PlanOptions } from './create-plan.ts';
import { softwareNotes } from './software-notes.ts';

/** Whether configuration, machine and targets go together; all at once. Notes say what is done about what does not. */
export function checkFit(settings: Settings, facts: PlanFacts, options: PlanOptions): Diagnostic[] {
  const start = resolveBootFacts(facts.target, facts.machine, options.firmware);
  const { firmware } = start;
  return [
    ...checkBootLoader(settings, firmware, options),
    ...checkPlannedMachine(facts, firmware),
    ...checkSizes(facts, firmware, options),
    ...checkNetwork(settings, facts),
    ...noteRemovablePath(settings, facts, start.variables, firmware),
    ...softwareNotes(settings),
  ];
}

/** Whether the firmware can start the boot loader. */
export function checkBootLoader(
  { bootloader, uki }: Pick<Settings, 'bootloader' | 'uki'>,
  firmware: Firmware,
  { firmware: asked }: PlanOptions,
): Diagnostic[] {
  if (firmware === 'uefi' || bootloader === 'grub-install') return [];
  const why = asked === undefined ? 'the machine was started with BIOS' : '--firmware is bios';
  return [
    refusal('loader-needs-uefi', `${bootloader} starts from UEFI firmware only, and ${why}`, {
      pointer: '/bootloader',
      expected: 'grub-install',
      hint: uki
        ? 'choose grub-install without unified kernel images, or UEFI firmware'
        : 'choose grub-install, or UEFI firmware',
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
        `the distribution is for x86-64, and the machine is ${machine.architecture}`,
      ),
    );
  }
  if (firmware === 'uefi' && machine.firmwareBits === 32) {
    findings.push(
      refusal(
        'firmware-32-bit',
        "the machine's UEFI firmware starts 32-bit programs, and the boot loaders are 64-bit ones",
      ),
    );
  }
  if (firmware === 'bios' && target.disk.sectorSize !== 512) {
    findings.push(
      refusal(
        'bios-sectors',
        `BIOS firmware starts from disks with sectors of 512 bytes, and those of ${target.disk.path} have ${target.disk.sectorSize}`,
        { hint: 'choose another disk for the system, or start the machine with UEFI' },
      ),
    );
  }
  return findings;
}

/** The running system's network is that of the medium it was started from, and of no other machine. */
function checkNetwork({ network }: Settings, { target, machine }: PlanFacts): Diagnostic[] {
  if (network.type !== 'iso') return [];
  const why = describeUncopiable(target, machine);
  if (why === undefined) return [];
  return [
    refusal('iso-network', `iso copies the network of a live medium, and ${why}`, {
      pointer: '/network_config/type',
      expected: 'nm, manual or none',
    }),
  ];
}

function describeUncopiable({ kind }: ChosenTarget, machine: Facts | undefined): string | undefined {
  if (kind === 'image') return 'an image is started on another machine';
  if (machine?.liveMedium === undefined) return 'this is none';
  // A system that nobody can reach would be found out when it is started.
  return machine.networkFiles?.some(isNetworkFile) === true
    ? undefined
    : 'this one has no files of its network';
}

function checkSizes(
  { target, second }: PlanFacts,
  firmware: Firmware,
  { imageSize = DEFAULT_IMAGE_SIZE }: PlanOptions,
): Diagnostic[] {
  const smallest = minimumSystemSize(firmware);
  const least =
    firmware === 'uefi'
      ? `at least ${formatMebibytes(smallest)}: the EFI system partition alone has 1,024`
      : `at least ${formatMebibytes(smallest)}`;
  return [
    ...checkSize(target, 0, imageSize, smallest, 'no system', least),
    ...(second === undefined
      ? []
      : checkSize(
          second,
          1,
          imageSize,
          MINIMUM_HOME_SIZE,
          'no /home',
          `at least ${formatMebibytes(MINIMUM_HOME_SIZE)}`,
        )),
  ];
}

function checkSize(
  target: ChosenTarget,
  index: number,
  imageSize: number,
  smallest: number,
  holds: string,
  expected: string,
): Diagnostic[] {
  const size = target.kind === 'image' ? imageSize : target.disk.size;
  if (size >= smallest) return [];
  return [
    target.kind === 'image'
      ? refusal('target-too-small', `an image of ${formatMebibytes(size)} holds ${holds}`, {
          expected,
          hint: 'give a larger --image-size; the file is sparse and takes only what is in it',
        })
      : refusal('target-too-small', `${target.disk.path} has ${formatMebibytes(size)} and holds ${holds}`, {
          pointer: `/harddrives/${index}`,
          expected,
          hint: 'choose a larger disk',
        }),
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
      ? 'an image takes no firmware entries along'
      : "the machine's firmware cannot be told what to start";
  const built = settings.uki ? '' : ', as a unified image because no command line comes with it';
  const rest = others.length === 0 ? '' : `; ${others.join(', ')} can be started by hand only`;
  return [
    refusal('removable-path', `${why}: ${first} is started from the removable path${built}${rest}`, {
      pointer: '/bootloader',
    }),
  ];
}

function formatMebibytes(bytes: number): string {
  return `${Math.floor(bytes / MIB).toLocaleString('en')} MiB`;
}
