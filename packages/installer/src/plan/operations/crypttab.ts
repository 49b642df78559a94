import type { Operation } from '../operation.ts';
import type { Layout } from '../plan.ts';
import { arrayLink } from './raid.ts';
import { treeFile, writeFiles } from './tree-files.ts';

/**
 * Returns the operation that writes /etc/crypttab with the volumes that the initramfs does not open: /home, which
 * systemd opens with the passphrase of the root file system, and swap space with a random key. The list is empty if
 * there are no such volumes.
 *
 * @param layouts layouts of all drives
 */
export function writeCrypttab(layouts: readonly Layout[]): Operation[] {
  const rows = layouts
    .flatMap(({ partitions }) => partitions)
    .flatMap(({ uuid, content, luks, raid }) => {
      if (content?.kind === 'swap' && content.randomKey === true) {
        const source = raid === undefined ? `PARTUUID=${uuid}` : arrayLink(raid);
        return [`${content.label} ${source} /dev/urandom swap,cipher=aes-xts-plain64,size=512\n`];
      }
      return luks === undefined || content?.mountPoint === '/'
        ? []
        : [`${luks.name} UUID=${luks.id} none luks\n`];
    });
  if (rows.length === 0) return [];
  return [
    writeFiles(
      { id: 'crypttab', title: 'Write /etc/crypttab', stage: 'system' },
      treeFile('/etc/crypttab', rows.join(''), 0o600),
    ),
  ];
}
