import type { Diagnostic } from '@writ/diagnostics';
import type { Settings } from '../config/settings.ts';
import { refusal } from '../finding-codes.ts';
import type { PlanFacts } from './create-plan.ts';
import { MIB, type Firmware } from './layout.ts';

const POINTER = '/x-writ/swap/hibernate';

/**
 * Checks that the machine finds its stored memory at the next start. systemd stores the position of a swap file in a
 * variable of UEFI firmware; BIOS firmware has no variables.
 */
export function checkHibernation(
  { swap }: Settings,
  { target, machine }: PlanFacts,
  firmware: Firmware,
): Diagnostic[] {
  if (swap === undefined || swap.kind === 'zram' || swap.hibernate !== true) return [];
  if (firmware === 'bios' && swap.kind === 'file') {
    return [
      refusal('hibernate-unsuitable', 'BIOS machines cannot hibernate to a swap file', {
        pointer: POINTER,
        hint: 'choose the kind partition',
      }),
    ];
  }
  // The machine that starts an image is unknown.
  if (target.kind === 'image' || machine === undefined || swap.size * MIB >= machine.memory) return [];
  const memory = Math.ceil(machine.memory / MIB);
  return [
    refusal(
      'hibernate-small',
      `the swap space has ${swap.size.toLocaleString('en')} MiB, but the machine has ${memory.toLocaleString('en')} MiB of memory, which may not fit when it hibernates`,
      { pointer: POINTER, hint: `choose a size of at least ${Math.ceil(memory / 1024)}GiB` },
    ),
  ];
}
