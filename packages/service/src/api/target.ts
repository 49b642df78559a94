import { HttpError } from '@writ/http';
import { imageNameRule, imagePath, isOccupied } from '../installs/image-name.ts';

/** The allowed targets. */
export interface TargetRules {
  /** Absolute path of the images folder, with symbolic links resolved. */
  readonly images: string;
  /** Whether block devices are allowed. */
  readonly devices: boolean;
}

export interface Target {
  /** The name in the request. */
  readonly name: string;
  /** The absolute path. */
  readonly path: string;
}

const DEVICE_PATH = /^\/dev\/(?:[A-Za-z0-9._:+@-]+\/)*[A-Za-z0-9._:+@-]+$/;

/**
 * Resolves the target of a request: an image by file name, or a device by path.
 *
 * @throws {HttpError} 400 for an invalid name, or without exactly one target, 403 for a device when devices are not
 * allowed, 409 if the name belongs to something other than a regular file
 */
export function resolveTarget(
  rules: TargetRules,
  image: string | undefined,
  device: string | undefined,
): Target {
  if ((image === undefined) === (device === undefined)) {
    const example = rules.devices
      ? 'image, such as "disk.img", or device, such as "/dev/vda"'
      : 'image, such as "disk.img"';
    throw new HttpError('invalid-values', `Exactly one target is required: ${example}`);
  }
  return image === undefined ? resolveDevice(rules, device!) : resolveImage(rules, image);
}

/** Resolves the stored target name of an installation. */
export function resolveStoredTarget(rules: TargetRules, name: string): Target {
  return name.startsWith('/') ? resolveTarget(rules, undefined, name) : resolveTarget(rules, name, undefined);
}

function resolveImage({ images }: TargetRules, name: string): Target {
  const path = imagePath(images, name);
  if (path === undefined) {
    throw new HttpError('invalid-values', {
      detail: `Invalid image name: use ${imageNameRule}`,
      errors: [{ source: 'body', name: 'image', code: 'invalid', detail: `expected ${imageNameRule}` }],
    });
  }
  if (isOccupied(path))
    throw new HttpError('conflict', `${name} exists and is not a regular file; choose another name`);
  return { name, path };
}

function resolveDevice({ devices }: TargetRules, path: string): Target {
  if (!devices) {
    throw new HttpError(
      'forbidden',
      'Devices are not allowed; start the service with --allow-devices to allow them',
    );
  }
  if (!DEVICE_PATH.test(path) || path.split('/').includes('..')) {
    throw new HttpError(
      'invalid-values',
      'Invalid device path: it must start with /dev/ and must not contain ".."',
    );
  }
  return { name: path, path };
}
