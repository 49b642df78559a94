import { listVolumes } from '../layout.ts';
import type { Operation } from '../operation.ts';
import type { Layout } from '../plan.ts';
import { treeFile, writeFiles } from './tree-files.ts';

/** @param layouts layouts of all drives */
export function writeFstab(layouts: readonly Layout[]): Operation {
  const rows = layouts
    .flatMap(listVolumes)
    .map(({ content }) => content)
    .toSorted((a, b) => (a.mountPoint < b.mountPoint ? -1 : 1))
    .map(({ kind, id, mountPoint }) => {
      const options = kind === 'vfat' ? 'rw,umask=0077' : 'rw,relatime';
      return `UUID=${id} ${mountPoint} ${kind} ${options} 0 ${mountPoint === '/' ? 1 : 2}\n`;
    });
  return writeFiles(
    { id: 'fstab', title: 'Write /etc/fstab', stage: 'system' },
    treeFile('/etc/fstab', rows.join('')),
  );
}
