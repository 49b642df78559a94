import { lstatSync } from 'node:fs';
import { join } from 'node:path';

/** Valid image names: plain file names, which can neither leave the images folder nor be hidden. */
const IMAGE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,95}\.(?:img|raw)$/;

export const imageNameRule =
  'a file name that ends in .img or .raw, of at most 100 letters, digits, ".", "_" and "-", starting with a letter or digit';

/** The path of the image `name` in `folder`; undefined for an invalid name. */
export function imagePath(folder: string, name: string): string | undefined {
  return IMAGE_NAME.test(name) ? join(folder, name) : undefined;
}

/** Whether `path` exists and is not a regular file; a symbolic link could lead out of the images folder. */
export function isOccupied(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile();
}
