import type { Command, StaleBootEntries } from '../../plan/operation.ts';
import { hostCommand } from '../../plan/operations/define-operation.ts';

/**
 * The command that lists the boot entries with their partitions, which some versions of efibootmgr print only with
 * `--verbose`.
 */
export const listBootEntries: Command = hostCommand('efibootmgr', '--verbose');

/**
 * Returns commands that delete the boot entries by number. They are not deleted by label, because efibootmgr
 * supports this only since version 18, and because an entry with the same label may belong to another disk.
 *
 * @param listed output of {@link listBootEntries}
 */
export function deletionCommands({ partition, labels }: StaleBootEntries, listed: string): Command[] {
  return listed.split('\n').flatMap((line) => {
    // A line such as `Boot0003* Arch Linux
    // (linux)<tab>HD(1,GPT,12345678-1234-…,0x800,0x200000)/File(\vmlinuz-linux)`.
    const [, number, label, uuid] =
      /^Boot([0-9A-F]{4})[* ] (.*?)\tHD\(\d+,GPT,([0-9a-f-]{36}),/i.exec(line) ?? [];
    if (number === undefined || label === undefined || uuid?.toLowerCase() !== partition) return [];
    return labels.includes(label)
      ? [hostCommand('efibootmgr', '--quiet', '--bootnum', number, '--delete-bootnum')]
      : [];
  });
}
