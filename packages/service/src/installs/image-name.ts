import { lstatSync } from 'node:fs';
import { join } from 'node:path';

/**
 * An image's name as the API takes it: a plain file name, so that nothing in it can leave the images folder or
 * name something hidden.
 */
const IMAGE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,95}\.(?:img|raw)$/;

export const imageNameRule =
  'a plain file name that ends in .img or .raw: letters, digits, ".", "_" and "-", at most 100, a letter or digit first';

/** The path of the image `name` below `folder`; undefined when it is not such a name. */
export function imagePath(folder: string, name: string): string | undefined {
  return IMAGE_NAME.test(name) ? join(folder, name) : undefined;
}

/** Whether something stands at `path` that is no plain file: a symbolic link could lead out of the images folder. */
export function isOccupied(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile();
}
