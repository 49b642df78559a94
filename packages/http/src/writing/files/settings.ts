import { relative, resolve } from 'node:path';
import { Semaphore } from '@writ/diagnostics/internal';
import type { Files, Folder } from '../../contract/files.ts';
import { assertType, assertTypes } from '../../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../../internal/options.ts';

/** Options of a folder that is served. */
export interface FolderOptions {
  /** What is served for a folder, whose path is empty or ends with a slash; `index.html` when not given, false for nothing. */
  readonly index?: string | false;
  /** Whether files and folders whose names begin with a dot are served; they are not when not given. */
  readonly dotfiles?: boolean;
}

/** Options of `FileResponseWriter` and of `files`. */
export interface FilesOptions extends FolderOptions {
  /** What `FileResponseWriter` serves; `webroot` in the working directory when not given. */
  readonly root?: string;
  /** Files that are open at the same time for being sent; 256 when not given. */
  readonly maxOpen?: number;
}

const FOLDER_OPTIONS: OptionNames<FolderOptions> = { index: true, dotfiles: true };

export function resolveFiles({ root = 'webroot', maxOpen = 256, ...options }: FilesOptions = {}): Files {
  return { ...resolveFolder(root, options), slots: new Semaphore(maxOpen) };
}

/** Throws `RangeError` for the working directory and what is above it: sources and secrets lie there. */
export function resolveFolder(root: string, options: FolderOptions = {}): Folder {
  assertOptions('files', options, FOLDER_OPTIONS);
  assertTypes('files', options, { dotfiles: 'true or false' });
  if (options.index !== undefined && options.index !== false) {
    assertType('files: index, unless it is false,', options.index, 'a string');
  }
  const { index = 'index.html', dotfiles = false } = options;
  const absolute = resolve(root);
  const down = relative(absolute, process.cwd());
  if (down === '' || !/^\.\.(?:[\\/]|$)/.test(down)) {
    throw new RangeError(
      `serving ${JSON.stringify(root)} would serve the working directory; name a folder of its own, such as webroot`,
    );
  }
  return { root: absolute, index: index === false ? undefined : index, dotfiles };
}
