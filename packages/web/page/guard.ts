import { showMessage } from './dom.ts';
import { Problem } from './problem.ts';
import type { TokenForm } from './token-form.ts';

/**
 * Runs an operation and shows an error message if it fails; the result is then undefined.
 *
 * @param repeated whether this is an automatic retry, which does not clear the previous message
 */
export type Guard = <Result>(work: () => Promise<Result>, repeated?: boolean) => Promise<Result | undefined>;

export function createGuard(form: TokenForm): Guard {
  return async (work, repeated = false) => {
    try {
      if (!repeated) showMessage('');
      return await work();
    } catch (error) {
      if (isAbort(error)) return undefined;
      if (error instanceof Problem && error.status === 401) {
        form.open();
        if (form.entered) showMessage('The service does not accept this token.');
      } else if (error instanceof Problem) showMessage(error.message);
      else showMessage('The service does not respond. Is it still running?');
      return undefined;
    }
  };
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
