import type { Diagnostic } from '@writ/diagnostics';
import type { Plan } from '../../plan/plan.ts';
import { refusal } from '../../finding-codes.ts';

/** Refuses an installation to a disk unless this user is root. */
export function checkDiskRights({ target }: Plan, root: boolean): Diagnostic[] {
  if (root || target.kind === 'image') return [];
  return [
    refusal('not-root', `writing to ${target.path} requires root`, { hint: 'run the command with sudo' }),
  ];
}
