import type { Diagnostic } from '@writ/diagnostics';
import type { Plan } from '../../plan/plan.ts';
import { refusal } from '../../finding-codes.ts';

/** Checks this user's rights: only root may install to a disk. */
export function checkDiskRights({ target }: Plan, root: boolean): Diagnostic[] {
  if (root || target.kind === 'image') return [];
  return [
    refusal('not-root', `writing to ${target.path} requires root`, { hint: 'run the command with sudo' }),
  ];
}
