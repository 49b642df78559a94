import type { Firmware } from './layout.ts';
import type { Operation } from './operation.ts';
import type { Layout, Requirement } from './plan.ts';

/** What decides how the new system is started. */
export interface BootOptions {
  readonly kernels: readonly string[];
  readonly firmware: Firmware;
  readonly layout: Layout;
  readonly commandLine: string;
  /** Kernel, initramfs and command line in one program that the firmware starts. */
  readonly unified: boolean;
  /** The firmware of the machine that will be started is this machine's, and keeps entries for us. */
  readonly variables: boolean;
}

/** How a boot loader enters a plan. */
export interface BootPart {
  readonly packages: readonly Requirement[];
  /** Paths, without the leading slash, that one of the packages must bring. */
  readonly files: readonly string[];
  /** Before the package transaction: for which programs the initramfs is made. */
  readonly early: readonly Operation[];
  /** What the package transaction leaves below /boot, as the new system names it. */
  readonly bootFiles: readonly string[];
  readonly loader: readonly Operation[];
  /** Entries for the firmware, the one to be started first. */
  readonly entries: readonly FirmwareEntry[];
  /** Boot code is written outside every file system. */
  readonly embedded?: true;
}

/** What the firmware is told to start. */
export interface FirmwareEntry {
  readonly label: string;
  /** On the EFI system partition, with backslashes. */
  readonly program: string;
  /** What the program is given. */
  readonly options?: string;
}
