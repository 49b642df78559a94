import { volumesOf } from '../layout.ts';
import type { Operation } from '../operation.ts';
import type { Layout } from '../plan-type.ts';
import { file, writes } from './file.ts';

/** @param layouts of all drives */
export function fstab(layouts: readonly Layout[]): Operation {
  const rows = layouts
    .flatMap(volumesOf)
    .map(({ content }) => content)
    .toSorted((a, b) => (a.mountPoint < b.mountPoint ? -1 : 1))
    .map(({ kind, id, mountPoint }) => {
      const options = kind === 'vfat' ? 'rw,umask=0077' : 'rw,relatime';
      return `UUID=${id} ${mountPoint} ${kind} ${options} 0 ${mountPoint === '/' ? 1 : 2}\n`;
    });
  return writes(
    { id: 'fstab', title: 'Write /etc/fstab', stage: 'system' },
    file('/etc/fstab', rows.join('')),
  );
}
