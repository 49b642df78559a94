import { listMounts, sortMounts } from '../mounts.ts';
import type { Operation } from '../operation.ts';
import type { Layout } from '../plan.ts';
import { treeFile, writeFiles } from './tree-files.ts';

/** @param layouts layouts of all drives */
export function writeFstab(layouts: readonly Layout[]): Operation {
  const rows = sortMounts(layouts.flatMap(listMounts)).map(({ volume: { content }, mountPoint, options }) => {
    const { kind, id } = content;
    const all = ['rw', ...(kind === 'vfat' ? [] : ['relatime']), ...options];
    // btrfs and xfs are checked by the kernel when they are mounted.
    const pass = kind === 'btrfs' || kind === 'xfs' ? 0 : mountPoint === '/' ? 1 : 2;
    return `UUID=${id} ${mountPoint} ${kind} ${all.join(',')} 0 ${pass}\n`;
  });
  return writeFiles(
    { id: 'fstab', title: 'Write /etc/fstab', stage: 'system' },
    treeFile('/etc/fstab', [...rows, ...swapRows(layouts)].join('')),
  );
}

function swapRows(layouts: readonly Layout[]): string[] {
  const contents = layouts.flatMap(({ partitions }) => partitions.flatMap(({ content }) => content ?? []));
  const sources = contents.flatMap((content) =>
    content.kind === 'swap'
      ? [content.randomKey === true ? `/dev/mapper/${content.label}` : `UUID=${content.id}`]
      : (content.swapFile?.path ?? []),
  );
  return sources.map((source) => `${source} none swap defaults 0 0\n`);
}
