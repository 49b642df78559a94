import { relative, resolve } from 'node:path';
import { Semaphore } from '@writ/diagnostics/internal';
import type { Files, Folder } from '../../contract/files.ts';
import { assertType, assertTypes } from '../../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../../internal/options.ts';

/** Options for a served folder. */
export interface FolderOptions {
  /** File to serve for a path that is empty or ends with a slash, or false for none (default: `index.html`). */
  readonly index?: string | false;
  /** Whether to serve files and folders whose names start with a dot (default: false). */
  readonly dotfiles?: boolean;
}

/** Options for `FileResponseWriter` and `files`. */
export interface FilesOptions extends FolderOptions {
  /** Folder that `FileResponseWriter` serves (default: `webroot` in the working directory). */
  readonly root?: string;
  /** Maximum number of files that are open at the same time (default: 256). */
  readonly maxOpen?: number;
}

const FOLDER_OPTIONS: OptionNames<FolderOptions> = { index: true, dotfiles: true };

export function resolveFiles({ root = 'webroot', maxOpen = 256, ...options }: FilesOptions = {}): Files {
  return { ...resolveFolder(root, options), slots: new Semaphore(maxOpen) };
}

/** Resolves a folder. Throws `RangeError` for the working directory and its parents, because they contain sources and secrets. */
export function resolveFolder(root: string, options: FolderOptions = {}): Folder {
  assertOptions('files', options, FOLDER_OPTIONS);
  assertTypes('files', options, { dotfiles: 'true or false' });
  if (options.index !== undefined && options.index !== false) {
    assertType('files: index, unless it is false,', options.index, 'a string');
  }
  const { index = 'index.html', dotfiles = false } = options;
  const absolute = resolve(root);
  const pathToCwd = relative(absolute, process.cwd());
  if (pathToCwd === '' || !/^\.\.(?:[\\/]|$)/.test(pathToCwd)) {
    throw new RangeError(
      `cannot serve ${JSON.stringify(root)}, which contains the working directory; use a separate folder, such as webroot`,
    );
  }
  return { root: absolute, index: index === false ? undefined : index, dotfiles };
}
