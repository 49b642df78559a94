import { lstatSync } from 'node:fs';
import type { Loss } from './loss.ts';

/**
 * Returns the losses that a start must confirm: repositories without signatures, images that are not empty now, and
 * disks that had content when the plan was created.
 */
export function currentLosses({ losses }: { readonly losses: readonly Loss[] }): readonly Loss[] {
  return losses.filter(({ target, contents, unsigned }) =>
    unsigned === true
      ? true
      : contents === undefined
        ? (lstatSync(target, { throwIfNoEntry: false })?.size ?? 0) > 0
        : contents.length > 0,
  );
}
