import { showMessage } from './dom.ts';
import { Problem } from './problem.ts';
import type { TokenForm } from './token-form.ts';

/**
 * Does something that may fail, and says how it failed; the result is undefined then.
 *
 * @param repeated whether it is tried again by itself: then what was said before stays said, once
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
        if (form.entered) showMessage('The service does not know this token.');
      } else if (error instanceof Problem) showMessage(error.message);
      else showMessage('The service does not answer. Is it still running?');
      return undefined;
    }
  };
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
