import type { Firmware } from './layout.ts';
import type { Operation } from './operation.ts';
import type { Layout, Requirement } from './plan.ts';

/** Options that determine how the new system boots. */
export interface BootOptions {
  readonly kernels: readonly string[];
  readonly firmware: Firmware;
  readonly layout: Layout;
  readonly commandLine: string;
  /**
   * True for unified kernel images: a kernel, its initramfs and its command line in one EFI
   * program.
   */
  readonly unified: boolean;
  /** True if the target will boot on this machine and the machine's firmware stores boot entries. */
  readonly variables: boolean;
}

/** The part of a plan that a boot loader contributes. */
export interface BootPart {
  readonly packages: readonly Requirement[];
  /** Paths, without the leading slash, that the packages must contain. */
  readonly files: readonly string[];
  /** Operations that run before the package transaction: presets for unified images. */
  readonly early: readonly Operation[];
  /** The files of each kernel under /boot. */
  readonly bootFiles: readonly BootFiles[];
  readonly loader: readonly Operation[];
  /** True if the operations in `loader` need the files in `bootFiles`. */
  readonly needsBootFiles?: true;
  /** Boot entries for the firmware, the default entry first. */
  readonly entries: readonly FirmwareEntry[];
  /** True if boot code is written outside the file systems. */
  readonly embedded?: true;
}

/** A firmware boot entry. */
export interface FirmwareEntry {
  readonly label: string;
  /** Path on the EFI system partition, with backslashes. */
  readonly program: string;
  /** Arguments of the program. */
  readonly options?: string;
}

/** A kernel and the files that its hook creates, as paths in the new system. */
export interface BootFiles {
  readonly kernel: string;
  readonly paths: readonly string[];
}
