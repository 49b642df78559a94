import { sortMounts, type Mount } from '../mounts.ts';
import type { Operation } from '../operation.ts';
import { defineOperation, hostCommand } from './define-operation.ts';
import { JOURNAL_COPY } from './device.ts';

/** The operation that ends an installation into a prepared folder. */
export const SYNC_FOLDER = 'sync-folder';

/**
 * Returns the operation that deletes the copy of the journal, because a complete installation cannot be resumed, and
 * syncs the file systems, which remain mounted.
 */
export function syncFolder(mounts: readonly Pick<Mount, 'mountPoint'>[]): Operation {
  return defineOperation({
    id: SYNC_FOLDER,
    title: 'Sync the file systems, which remain mounted',
    stage: 'device',
    weight: 20,
    limit: 3600,
    commands: [
      hostCommand('rm', '-f', '--', `{tree}${JOURNAL_COPY}`),
      ...sortMounts(mounts).map(({ mountPoint }) =>
        hostCommand('sync', '--file-system', '--', mountPoint === '/' ? '{tree}' : `{tree}${mountPoint}`),
      ),
    ],
    verify: [{ kind: 'absent', path: `{tree}${JOURNAL_COPY}` }],
  });
}
