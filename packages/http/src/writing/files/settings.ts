import { relative, resolve } from 'node:path';
import { Semaphore } from '@writ/diagnostics/internal';
import type { Files, Folder } from '../../contract/files.ts';
import { assertType, assertTypes } from '../../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../../internal/options.ts';

/** Options for a served folder. */
export interface FolderOptions {
  /** File to serve for a path that is empty or ends with a slash; `false` to serve none (default: `index.html`). */
  readonly index?: string | false;
  /** Whether to serve files and folders whose names start with a dot (default: false). */
  readonly dotfiles?: boolean;
  /**
   * Matches the paths of files whose content never changes because their names contain a hash, such as
   * `/-[0-9a-f]{8}\.(?:css|js)$/` (default: none). The paths begin with a slash. These files are sent with
   * `Cache-Control: public, max-age=31536000, immutable`.
   */
  readonly immutable?: RegExp;
}

/** Options for `FileResponseWriter` and `files`. */
export interface FilesOptions extends FolderOptions {
  /** Folder that `FileResponseWriter` serves (default: `webroot` in the working directory). */
  readonly root?: string;
  /** Maximum number of files that are open at the same time (default: 256). */
  readonly maxOpen?: number;
}

const FOLDER_OPTIONS: OptionNames<FolderOptions> = {
  index: true,
  dotfiles: true,
  immutable: true,
};

export function resolveFiles({ root = 'webroot', maxOpen = 256, ...options }: FilesOptions = {}): Files {
  return { ...resolveFolder(root, options), slots: new Semaphore(maxOpen) };
}

/**
 * Resolves a folder. Throws `RangeError` for the working directory and its parents, because they contain sources and
 * secrets.
 */
export function resolveFolder(root: string, options: FolderOptions = {}): Folder {
  assertOptions('files', options, FOLDER_OPTIONS);
  assertTypes('files', options, { dotfiles: 'true or false' });
  if (options.index !== undefined && options.index !== false) {
    assertType('files: index, unless it is false,', options.index, 'a string');
  }
  const { index = 'index.html', dotfiles = false, immutable } = options;
  assertImmutable(immutable);
  const absolute = resolve(root);
  const pathToCwd = relative(absolute, process.cwd());
  if (pathToCwd === '' || !/^\.\.(?:[\\/]|$)/.test(pathToCwd)) {
    throw new RangeError(
      `cannot serve ${JSON.stringify(root)}, which contains the working directory; use a separate folder, such as webroot`,
    );
  }
  return { root: absolute, index: index === false ? undefined : index, dotfiles, immutable };
}

function assertImmutable(expression: unknown): void {
  if (expression === undefined) return;
  if (!(expression instanceof RegExp)) throw new TypeError('files: immutable must be a regular expression');
  // An expression with these flags remembers the position at which its last match ended.
  if (expression.global || expression.sticky)
    throw new TypeError(`files: immutable must not have the flags g and y: ${expression}`);
}
