import { accessSync, closeSync, constants, openSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The firmware files for a virtual machine with UEFI. */
export interface FirmwareFiles {
  readonly code: string;
  readonly variables: string;
}

const DEBIAN_OVMF: FirmwareFiles = {
  code: '/usr/share/OVMF/OVMF_CODE_4M.fd',
  variables: '/usr/share/OVMF/OVMF_VARS_4M.fd',
};
/** Paths of OVMF in Debian and Arch. */
export const OVMF: readonly FirmwareFiles[] = [
  DEBIAN_OVMF,
  { code: '/usr/share/edk2/x64/OVMF_CODE.4m.fd', variables: '/usr/share/edk2/x64/OVMF_VARS.4m.fd' },
];

/** The program that runs virtual machines. */
export const QEMU = 'qemu-system-x86_64';

/**
 * Returns the programs and files that a virtual machine requires and that are missing, with the packages to install.
 *
 * @param ovmf the files for UEFI; one pair must be readable
 */
export function missingForMachine(
  firmware: 'uefi' | 'bios',
  qemu: string,
  ovmf: readonly FirmwareFiles[],
): string[] {
  return [
    ...(findProgram(qemu) ? [] : [`${QEMU} (Debian: qemu-system-x86, Arch: qemu-system-x86)`]),
    ...(findProgram('setpriv') && findProgram('prlimit') ? [] : ['setpriv and prlimit (util-linux)']),
    ...(firmware === 'uefi' && findFirmware(ovmf) === undefined
      ? ['OVMF (Debian: ovmf, Arch: edk2-ovmf)']
      : []),
  ];
}

function findProgram(name: string): boolean {
  const folders = name.includes('/') ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => isReadable(folder === '' ? name : join(folder, name), constants.X_OK));
}

function isReadable(file: string, mode: number): boolean {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}

function findFirmware(ovmf: readonly FirmwareFiles[]): FirmwareFiles | undefined {
  return ovmf.find((files) => Object.values(files).every((file) => isReadable(file, constants.R_OK)));
}

/** The file descriptors for a virtual machine, which can be closed once the virtual machine has started. */
export interface MachineFiles {
  readonly descriptors: readonly number[];
  /** Arguments that refer to the descriptors by number, starting with 3. */
  readonly drives: readonly string[];
  close(): void;
}

/**
 * Opens the firmware for reading. QEMU receives descriptors, so its user needs no access to the folders.
 *
 * @param image a descriptor for the image, which is closed together with the others
 * @param ovmf the files for UEFI; the first readable pair is used
 */
export function openMachineFiles(
  image: number,
  firmware: 'uefi' | 'bios',
  ovmf: readonly FirmwareFiles[],
): MachineFiles {
  const files = firmware === 'uefi' ? findFirmware(ovmf) : undefined;
  const descriptors = [
    image,
    ...(files === undefined ? [] : [openSync(files.code, 'r'), openSync(files.variables, 'r')]),
  ];
  const sets = descriptors.flatMap((_, index) => ['-add-fd', `fd=${index + 3},set=${index + 1}`]);
  const flash =
    files === undefined
      ? []
      : [
          '-drive',
          'if=pflash,format=raw,readonly=on,file=/dev/fdset/2',
          '-drive',
          'if=pflash,format=raw,snapshot=on,file=/dev/fdset/3',
        ];
  return {
    descriptors,
    drives: [...sets, ...flash, '-drive', 'if=virtio,format=raw,snapshot=on,file=/dev/fdset/1'],
    close: () => {
      for (const descriptor of descriptors) closeSync(descriptor);
    },
  };
}

/**
 * Returns a command for users that boots an image in QEMU, with its serial console in the terminal. The image is not
 * changed.
 *
 * @param firmware the installation's firmware
 * @param ovmf the files for UEFI; default: the installed ones or, if there are none, those of Debian
 */
export function startCommand(
  image: string,
  firmware: 'uefi' | 'bios',
  ovmf: FirmwareFiles = findFirmware(OVMF) ?? DEBIAN_OVMF,
): string {
  const drives = [
    ...(firmware === 'uefi'
      ? [
          `if=pflash,format=raw,readonly=on,file=${ovmf.code}`,
          `if=pflash,format=raw,snapshot=on,file=${ovmf.variables}`,
        ]
      : []),
    // QEMU separates options by single commas.
    `if=virtio,format=raw,snapshot=on,file=${image.replaceAll(',', ',,')}`,
  ];
  return [
    `${QEMU} -machine q35 -accel kvm -accel tcg -cpu max -m 1024 -nographic -nic none`,
    ...drives.map((drive) => `-drive ${quoteWord(drive)}`),
  ].join(' ');
}

/** Quotes a word for a shell. */
function quoteWord(word: string): string {
  return /^[\w./,=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

const RESTRICTIONS =
  '-nodefaults -no-user-config -nic none -sandbox on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny -display none -no-reboot';

/**
 * Returns the arguments for a virtual machine with a serial console on standard input and output.
 *
 * @param memory in MiB
 */
export function machineArguments(
  accelerator: 'kvm' | 'tcg',
  memory: number,
  drives: readonly string[],
): string[] {
  return [
    ...RESTRICTIONS.split(' '),
    ...'-machine q35 -chardev stdio,id=console,signal=off -serial chardev:console'.split(' '),
    '-accel',
    accelerator,
    '-cpu',
    accelerator === 'kvm' ? 'host' : 'max',
    '-m',
    String(memory),
    ...drives,
  ];
}

/** Arguments for a virtual machine without drives, whose firmware writes its name to standard output. */
export const TRIAL_ARGUMENTS: readonly string[] = [
  ...RESTRICTIONS.split(' '),
  ...'-machine q35 -accel kvm -cpu host -m 64'.split(' '),
  ...'-chardev stdio,id=log,signal=off -device isa-debugcon,iobase=0x402,chardev=log'.split(' '),
];
/** The text that proves that the virtual machine of the trial runs. */
export const TRIAL_TEXT = 'SeaBIOS';

const KVM = '/dev/kvm';

/** Whether KVM may work, which only a trial can prove. */
export function hasKvm(): boolean {
  return isReadable(KVM, constants.R_OK | constants.W_OK);
}

/** The first user ID of the range that systemd reserves for dynamic users; no file belongs to it. */
const MACHINE_USER = 61_184;
/** Maximum size in bytes of a file that QEMU writes, which contains the guest's changes. */
const CHANGES_LIMIT = 4 * 1024 ** 3;

/**
 * Returns the command that runs QEMU. QEMU cannot gain privileges and is killed when this process ends. If this
 * process is root, QEMU runs as a separate user.
 */
export function restrictedCommand(qemu: string, args: readonly string[], isRoot: boolean): string[] {
  const group = isRoot && hasKvm() ? ['--groups', String(statSync(KVM).gid)] : ['--clear-groups'];
  const user = isRoot ? ['--reuid', String(MACHINE_USER), '--regid', String(MACHINE_USER), ...group] : [];
  return [
    'setpriv',
    ...user,
    ...'--inh-caps=-all --no-new-privs --pdeathsig KILL -- prlimit'.split(' '),
    `--fsize=${CHANGES_LIMIT}`,
    '--core=0',
    '--',
    qemu,
    ...args,
  ];
}
