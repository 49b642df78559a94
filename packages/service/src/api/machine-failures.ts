import type { Filter } from '@writ/http';
import { HashingFailed } from '../jobs/hash-logins.ts';
import { problem } from '../problems.ts';
import { StateFolderError } from '../store/state-folder-error.ts';

/** Turns what is wrong with this machine into problem documents that name it. */
export const reportMachineFailures: (folder: string) => Filter = (folder) => async (_context, next) => {
  try {
    return await next();
  } catch (error) {
    if (error instanceof StateFolderError) {
      const { code, message } = error;
      const detail = `${message}: make room in ${folder}, or see that it can be written. Nothing was begun.`;
      throw problem(code, { detail, cause: error });
    }
    if (error instanceof HashingFailed) {
      const detail = `${error.message}; install the package openssl, or write hashes in place of the passwords`;
      throw problem('hashing-failed', { detail, cause: error });
    }
    throw error;
  }
};
