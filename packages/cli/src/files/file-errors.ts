/** Describes why a file could not be read. */
export function describeReadError(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return READ_REASONS[code] ?? message;
}

const READ_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'file not found',
  ENOTDIR: 'file not found',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
};

/** Describes why a file or a stream could not be written. */
export function describeWriteError(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return WRITE_REASONS[code] ?? message;
}

const WRITE_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'disk quota exceeded',
  EFBIG: 'file too large',
  EIO: 'input/output error',
  ENAMETOOLONG: 'file name too long',
  ENOENT: 'folder not found',
  ENOSPC: 'no space left on the device',
  EROFS: 'read-only file system',
};
