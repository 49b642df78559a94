import type { HttpError } from '@writ/http';
import { problem } from '../problems.ts';
import { hasEnded, type Install } from '../records/install.ts';
import type { Store } from '../store/store.ts';
import type { JobWithSecrets } from '../records/job.ts';
import { openSealedSecrets, type Seal } from './seal.ts';

/** What an installation that can be resumed is run with again: its own configuration, as it was stored. */
export interface Resumption {
  /** @throws {HttpError} 409 with the reason when it cannot be resumed */
  openJob(install: Install, rerunCommand: boolean): JobWithSecrets;
}

/** @param targetPath the path that a target's name means now */
export function createResumption(
  store: Store,
  seal: Seal | undefined,
  targetPath: (target: string) => string,
): Resumption {
  return {
    openJob: (install, rerunCommand) => {
      const { id, target, path } = install;
      const job = install.resumable ? store.job(id) : undefined;
      if (job === undefined)
        throw notResumableProblem(explainNotResumable(install, store.successor(install)));
      // Folder and permission may be others than when it was begun.
      if (targetPath(target) !== path) {
        throw notResumableProblem(
          `Installation ${id} was made at ${path}, which is not in the images folder of this service`,
        );
      }
      return { job: { ...job, rerunCommand }, secrets: openSealedSecrets(job, id, seal) };
    },
  };
}

function explainNotResumable(install: Install, successor: Install | undefined): string {
  const { id, state, target } = install;
  if (!hasEnded(install)) return `Installation ${id} has not ended`;
  if (successor !== undefined) return `Installation ${successor.id} took ${target} after installation ${id}`;
  if (state === 'done') return `Installation ${id} is complete`;
  return `Installation ${id} left nothing to resume; start it again`;
}

function notResumableProblem(detail: string): HttpError {
  return problem('not-resumable', { detail });
}
