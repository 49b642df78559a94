import type { Filter } from '@writ/http';
import { HashingFailed } from '../jobs/hash-logins.ts';
import { problem } from '../problems.ts';
import { DatabaseTakenOver, InstallNotAdded, StoreError } from '../store/store-error.ts';

/** Creates a filter that converts failures of this machine (disk, database, openssl) into problem documents. */
export const reportMachineFailures: (folder: string) => Filter = (folder) => async (_context, next) => {
  try {
    return await next();
  } catch (error) {
    if (error instanceof StoreError) {
      const { code } = error;
      const detail =
        error instanceof InstallNotAdded
          ? `${describeFailure(error.reason, folder)}. No installation was started.`
          : describeFailure(error, folder);
      throw problem(code, { detail, cause: error });
    }
    if (error instanceof HashingFailed) {
      const detail = `${error.message}; install the package openssl, or use password hashes in the configuration`;
      throw problem('hashing-failed', { detail, cause: error });
    }
    throw error;
  }
};

function describeFailure(error: StoreError, folder: string): string {
  const { code, message } = error;
  if (error instanceof DatabaseTakenOver) return message;
  return code === 'database-unusable'
    ? `${message}; check the database server and the log of the service`
    : `${message}; free some space in ${folder}, or make the folder writable`;
}
