import { HttpError } from '@writ/http';
import { imageNameRule, imagePath, isOccupied } from '../installs/image-name.ts';

/** What may be installed onto. */
export interface TargetRules {
  /** Images lie directly in this folder; absolute, without symbolic links. */
  readonly images: string;
  /** Whether block devices are allowed. */
  readonly devices: boolean;
}

export interface Target {
  /** As it was asked for. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
}

const DEVICE_PATH = /^\/dev\/(?:[A-Za-z0-9._:+@-]+\/)*[A-Za-z0-9._:+@-]+$/;

/**
 * The target that a request names: an image by its plain name, or a device by its path.
 *
 * @throws {HttpError} 400 for a name that is none, 403 for a device that is not allowed, 409 for what must not be followed
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
    throw new HttpError('invalid-values', `Name the target by one of: ${example}`);
  }
  return image === undefined ? resolveDevice(rules, device!) : resolveImage(rules, image);
}

/** The target of an installation by the name that is stored. */
export function resolveStoredTarget(rules: TargetRules, name: string): Target {
  return name.startsWith('/') ? resolveTarget(rules, undefined, name) : resolveTarget(rules, name, undefined);
}

function resolveImage({ images }: TargetRules, name: string): Target {
  const path = imagePath(images, name);
  if (path === undefined) {
    throw new HttpError('invalid-values', {
      detail: `The name of an image is ${imageNameRule}`,
      errors: [{ source: 'body', name: 'image', code: 'invalid', detail: `expected ${imageNameRule}` }],
    });
  }
  if (isOccupied(path))
    throw new HttpError('conflict', `${name} is there and is no plain file; take another name`);
  return { name, path };
}

function resolveDevice({ devices }: TargetRules, path: string): Target {
  if (!devices) {
    throw new HttpError(
      'forbidden',
      'Devices are allowed only when the service was started with --allow-devices',
    );
  }
  if (!DEVICE_PATH.test(path) || path.split('/').includes('..')) {
    throw new HttpError('invalid-values', 'The path of a device begins with /dev/ and is written out');
  }
  return { name: path, path };
}
