/** Why a file could not be read, in words. */
export function describeReadError(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return READ_REASONS[code] ?? message;
}

const READ_REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
};

/** Why a file or a stream could not be written, in words. */
export function describeWriteError(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return WRITE_REASONS[code] ?? message;
}

const WRITE_REASONS: Readonly<Record<string, string>> = {
  EACCES: 'its folder may not be written to',
  EDQUOT: 'the quota is used up',
  EFBIG: 'it would be larger than a file may be here',
  EIO: 'the device has failed',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'there is no such folder',
  ENOSPC: 'no space is left',
  EROFS: 'the file system is read-only',
};
