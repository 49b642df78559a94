import type { Diagnostic } from '@writ/diagnostics';
import type { Plan } from '../../plan/plan.ts';
import { refusal } from '../../finding-codes.ts';

/** Checks the rights of this user: installing to a disk requires root. */
export function checkDiskRights({ target }: Plan, root: boolean): Diagnostic[] {
  if (root || target.kind === 'image') return [];
  return [
    refusal('not-root', `writing to ${target.path} requires root`, { hint: 'run the command with sudo' }),
  ];
}
