import type { Command, StaleBootEntries } from '../../plan/operation.ts';
import { hostCommand } from '../../plan/operations/define-operation.ts';

/** Without the paths of the entries it would not say which disk they are of. */
export const listBootEntries: Command = hostCommand('efibootmgr', '--verbose');

/**
 * Commands that take entries out of the firmware, by number: before version 18 the program deletes none by label,
 * and one of the same name may be another disk's.
 *
 * @param listed what {@link listBootEntries} said
 */
export function deletionCommands({ partition, labels }: StaleBootEntries, listed: string): Command[] {
  return listed.split('\n').flatMap((line) => {
    // Such as `Boot0003* Arch Linux (linux)<tab>HD(1,GPT,12345678-1234-…,0x800,0x200000)/File(\vmlinuz-linux)`.
    const [, number, label, uuid] =
      /^Boot([0-9A-F]{4})[* ] (.*?)\tHD\(\d+,GPT,([0-9a-f-]{36}),/i.exec(line) ?? [];
    if (number === undefined || label === undefined || uuid?.toLowerCase() !== partition) return [];
    return labels.includes(label)
      ? [hostCommand('efibootmgr', '--quiet', '--bootnum', number, '--delete-bootnum')]
      : [];
  });
}
