import { defined } from '@writ/diagnostics/internal';
import type { HttpError } from '@writ/http';
import { problem } from '../problems.ts';
import { hasEnded, type Install, type NewInstall } from '../records/install.ts';
import type { Store } from '../store/store.ts';
import type { JobWithSecrets } from '../records/job.ts';
import { openSealedSecrets, type Seal } from './seal.ts';

/** Finds the stored job of the installation to resume. */
export interface Resumption {
  /**
   * @param rerunCommand whether a custom command that had started may run again
   * @throws {HttpError} 409 with the reason when the installation cannot be resumed, 403 when its target is a device
   * and devices are no longer allowed
   */
  openJob(install: Install, rerunCommand: boolean): Promise<JobWithSecrets>;
}

/** @param targetPath returns the path of a stored target name; throws an HttpError when the target must not be used */
export function createResumption(
  store: Store,
  seal: Seal | undefined,
  targetPath: (target: string) => string,
): Resumption {
  return {
    openJob: async (install, rerunCommand) => {
      const { id, target, path } = install;
      const job = install.resumable ? await store.job(id) : undefined;
      if (job === undefined)
        throw notResumableProblem(explainNotResumable(install, await store.successor(install)));
      // The images folder and the permission for devices may have changed since the installation started.
      if (targetPath(target) !== path) {
        throw notResumableProblem(
          `Installation ${id} wrote to ${path}, which is not in the images folder of this service`,
        );
      }
      return { job: { ...job, rerunCommand }, secrets: openSealedSecrets(job, id, seal) };
    },
  };
}

/** An installation that continues an earlier one, ready to be added to the queue. */
export interface ResumedInstall {
  readonly install: Omit<NewInstall, 'created'>;
  readonly open: JobWithSecrets;
}

/**
 * Prepares the continuation of an installation with its stored configuration; returns undefined if the installation has
 * been deleted in the meantime.
 *
 * @throws {HttpError} see {@link Resumption}
 */
export async function prepareResumption(
  { store, resumption }: { readonly store: Store; readonly resumption: Resumption },
  install: Install,
  rerunCommand: boolean,
): Promise<ResumedInstall | undefined> {
  const { id, target, path, digest, host } = install;
  const open = await resumption.openJob(install, rerunCommand);
  const documents = defined({
    plan: await store.document(id, 'plan'),
    configuration: await store.document(id, 'configuration'),
  });
  // Read last: if the configuration exists, the installation had not been deleted before the documents were read.
  const configuration = await store.configuration(id);
  if (configuration === undefined) return undefined;
  return {
    install: { target, path, resume: true, digest, configuration, documents, ...defined({ host }) },
    open,
  };
}

function explainNotResumable(install: Install, successor: Install | undefined): string {
  const { id, state, target } = install;
  if (!hasEnded(install)) return `Installation ${id} has not ended`;
  if (successor !== undefined) return `Installation ${successor.id} has since used ${target}`;
  if (state === 'done') return `Installation ${id} is complete`;
  return `Installation ${id} left nothing to resume; start a new one`;
}

function notResumableProblem(detail: string): HttpError {
  return problem('not-resumable', { detail });
}
