import type { Diagnostic } from '@writ/diagnostics';
import type { Router } from '@writ/http';
import { isThenable } from '@writ/http/kernel';
import { describeFailure } from '../discovery/describe-failure.ts';
import { finding } from '../finding-codes.ts';

/** The function `setup` of a module `_setup`, read from the file or from a built table. */
export interface Setup {
  readonly prefix: string;
  /** Path of the module in findings. */
  readonly file: string;
  readonly setup: (router: Router) => unknown;
  /** Location of the function, for findings. */
  readonly location: Pick<Diagnostic, 'file' | 'range'>;
}

/** Calls the functions with the router of the application, and reports those that fail. */
export function runSetups(setups: readonly Setup[], router: Router): void {
  for (const { setup, location } of setups) {
    try {
      const result = setup(router);
      if (!isThenable(result)) continue;
      router.report(asynchronousSetup(location));
      // The finding prevents the start, so a later failure is not reported.
      void Promise.resolve(result).catch(() => {});
    } catch (error) {
      const { reason, related } = describeFailure(error);
      router.report(finding('setup', `setup fails: ${reason}`, { ...location, related }));
    }
  }
}

function asynchronousSetup(location: Setup['location']): Diagnostic {
  return finding('setup', 'setup is asynchronous, so the application would start before it has finished', {
    ...location,
    hint: "make it synchronous, and wait in a start hook: router.addHook('start', async () => { … })",
  });
}
