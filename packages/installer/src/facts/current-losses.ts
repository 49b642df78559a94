import { lstatSync } from 'node:fs';
import type { Loss } from './loss.ts';

/**
 * Returns the losses that a start must confirm: repositories without signatures, images that are not empty now, and
 * disks and prepared folders that had content when the plan was created.
 */
export function currentLosses({ losses }: { readonly losses: readonly Loss[] }): readonly Loss[] {
  return losses.filter(({ target, answers, contents, folder, unsigned }) => {
    if (unsigned === true) return true;
    if (folder === true) return answers !== undefined;
    if (contents !== undefined) return contents.length > 0;
    return (lstatSync(target, { throwIfNoEntry: false })?.size ?? 0) > 0;
  });
}
