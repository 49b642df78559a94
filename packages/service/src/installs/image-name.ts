import { lstatSync } from 'node:fs';
import { join } from 'node:path';

/** Valid image names: file names that neither lead out of the images folder nor begin with a dot. */
const IMAGE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,95}\.(?:img|raw)$/;

export const imageNameRule =
  'a file name of at most 100 letters, digits, ".", "_" and "-" that starts with a letter or digit and ends in .img or .raw';

/** Returns the path of the image `name` in `folder`; undefined for an invalid name. */
export function imagePath(folder: string, name: string): string | undefined {
  return IMAGE_NAME.test(name) ? join(folder, name) : undefined;
}

/** Whether `path` exists and is not a regular file; a symbolic link could lead out of the images folder. */
export function isOccupied(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile();
}
