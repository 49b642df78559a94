import type { Diagnostic } from '@writ/diagnostics';
import { escapePointer } from '../config/pointers.ts';
import type { Settings } from '../config/settings.ts';
import { refusal } from '../finding-codes.ts';
import { findX11Keyboard } from './operations/keyboard.ts';

/** Returns notes about features that a user may expect but that the installed system will lack. */
export function softwareNotes({ keyboard, mirrors, profile, profileFile }: Settings): Diagnostic[] {
  const notes: Diagnostic[] = [];
  const graphical = profile?.main === 'desktop' || profile?.main === 'xorg' || profileFile !== undefined;
  if (graphical && findX11Keyboard(keyboard) === undefined) {
    notes.push(
      refusal(
        'keyboard-console-only',
        `the ${keyboard} keyboard layout is available only on the console, so graphical sessions start with us`,
        {
          pointer: '/keyboard-language',
          hint: 'run localectl set-x11-keymap on the installed system',
        },
      ),
    );
  }
  for (const { region, servers } of mirrors) {
    if (servers.every(({ userInfo }) => userInfo === undefined)) continue;
    notes.push(
      refusal(
        'login-not-kept',
        `the login for the mirrors of ${region} is used only for the installation and is not stored on the installed system`,
        {
          pointer: `/mirror-region/${escapePointer(region)}`,
          hint: 'add it to /etc/pacman.d/mirrorlist on the installed system',
        },
      ),
    );
  }
  return notes;
}
