import { lstatSync, unlinkSync, type BigIntStats } from 'node:fs';
import { defined } from '@writ/diagnostics/internal';
import { HttpError } from '@writ/http';
import { observeTarget } from '@writ/installer';
import { imagePath } from '../installs/image-name.ts';
import type { Machines } from '../machines/machines.ts';
import { startCommand } from '../machines/qemu.ts';
import type { Install } from '../records/install.ts';
import type { Store } from '../store/store.ts';
import type { ImageDigests } from '../work/image-digests.ts';

/** A complete image. */
export interface ImageFile {
  /** File name in the images folder. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
  readonly found: BigIntStats;
}

/** The image of an installation, as the API returns it. */
export interface ImageAnswer {
  readonly name: string;
  readonly bytes: number;
  /** In hexadecimal; absent while it is being computed. */
  readonly sha256?: string;
  /** The firmware that boots it. */
  readonly firmware: 'uefi' | 'bios';
  /** The command that boots it in QEMU, with its serial console in the terminal; the image is not changed. */
  readonly startCommand: string;
  /**
   * The programs and files that the service lacks to boot the image in a virtual machine, with the packages to install;
   * empty if none is missing.
   */
  readonly missing: readonly string[];
}

/** Describes the image of an installation; undefined if there is none, or if a later installation has replaced it. */
export async function describeImage(
  install: Install,
  store: Pick<Store, 'replacement' | 'document' | 'host'>,
  digests: ImageDigests,
  machines: Pick<Machines, 'missing'>,
): Promise<ImageAnswer | undefined> {
  if (install.state !== 'done' || (await store.replacement(install)) !== undefined) return undefined;
  const found = lookUpImage(install, store);
  if (found === undefined) return undefined;
  const sha256 = await digests.get(install.id, install.path);
  const firmware = await readFirmware(install.id, store);
  return {
    name: install.target,
    bytes: Number(found.size),
    ...defined({ sha256 }),
    firmware,
    startCommand: startCommand(install.path, firmware),
    missing: machines.missing(firmware),
  };
}

/**
 * Returns the firmware of an installation's plan; `uefi` for installations of early versions of the service, whose plan
 * is not stored.
 */
export async function readFirmware(id: number, store: Pick<Store, 'document'>): Promise<'uefi' | 'bios'> {
  const plan = await store.document(id, 'plan');
  const { facts } = plan === undefined ? {} : (JSON.parse(plan) as { facts?: { firmware?: unknown } });
  return facts?.firmware === 'bios' ? 'bios' : 'uefi';
}

/**
 * Finds the image that an installation created.
 *
 * @throws {HttpError} 409 when there is none, or when a later installation has replaced it
 */
export async function findImage(
  install: Install,
  store: Pick<Store, 'replacement' | 'host'>,
): Promise<ImageFile> {
  const { id, state, target, path, host } = install;
  if (host !== store.host) {
    throw new HttpError(
      'conflict',
      `The image of installation ${id} is on the host ${host ?? 'of another service'}; use a server on that host`,
    );
  }
  const later = await store.replacement(install);
  if (later !== undefined) {
    throw new HttpError('conflict', `Installation ${later} replaced the image of installation ${id}`);
  }
  const found = state === 'done' ? lookUpImage(install, store) : undefined;
  if (found === undefined) throw new HttpError('conflict', `Installation ${id} has no image`);
  return { name: target, path, found };
}

/** The images of other hosts cannot be accessed from here; a local file with the same path is a different image. */
function lookUpImage({ path, host }: Install, store: Pick<Store, 'host'>): BigIntStats | undefined {
  if (path.startsWith('/dev/') || host !== store.host) return undefined;
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found?.isFile() === true ? found : undefined;
}

/**
 * Deletes an image from the images folder.
 *
 * @throws {HttpError} 409 when the image is in use, was not created by Writ, has been replaced, or is not in the folder
 */
export async function deleteImage({ name, path, found }: ImageFile, images: string): Promise<void> {
  if (imagePath(images, name) !== path) {
    throw new HttpError('conflict', `${path} is not in the images folder of this service`);
  }
  const { kind, users } = await observeTarget(path);
  if (kind !== 'image-of-writ') throw new HttpError('conflict', `${name} was not created by Writ`);
  if (users.length > 0) throw new HttpError('conflict', `${name} is in use by ${users.join(', ')}`);
  // Another installation may have replaced the image in the meantime.
  const { ino } = lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? {};
  if (ino !== found.ino) throw new HttpError('conflict', `${name} has been replaced`);
  unlinkSync(path);
}
