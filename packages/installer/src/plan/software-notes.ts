import type { Diagnostic } from '@writ/diagnostics';
import { escapePointer } from '../config/json/tree.ts';
import type { Settings } from '../config/settings.ts';
import { refusal } from '../finding-codes.ts';
import { findX11Keyboard } from './operations/keyboard.ts';

/** What the installed system will not have, although one might expect it. */
export function softwareNotes({ keyboard, mirrors, profile, profileFile }: Settings): Diagnostic[] {
  const notes: Diagnostic[] = [];
  const graphical = profile?.main === 'desktop' || profile?.main === 'xorg' || profileFile !== undefined;
  if (graphical && findX11Keyboard(keyboard) === undefined) {
    notes.push(
      refusal('keyboard-console-only', `graphical sessions know no keyboard ${keyboard}, and begin with us`, {
        pointer: '/keyboard-language',
        hint: 'run localectl set-x11-keymap in the installed system',
      }),
    );
  }
  for (const { region, servers } of mirrors) {
    if (servers.every(({ userInfo }) => userInfo === undefined)) continue;
    notes.push(
      refusal(
        'login-not-kept',
        `what the mirrors of ${region} ask for is used now, and not kept in the system`,
        {
          pointer: `/mirror-region/${escapePointer(region)}`,
          hint: 'add it to /etc/pacman.d/mirrorlist in the installed system',
        },
      ),
    );
  }
  return notes;
}
