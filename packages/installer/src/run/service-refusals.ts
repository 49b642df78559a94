import type { Diagnostic } from '@writ/diagnostics';
import type { Settings } from '../config/settings.ts';
import { refusal } from '../finding-codes.ts';
import { refuseOtherTarget } from '../target/check-folder.ts';

/** Refuses commands outside of the new system. */
export function refuseHostCommands({ hostCommands }: Settings): Diagnostic[] {
  if (hostCommands === undefined) return [];
  return [
    refusal('host-commands', 'the service does not run commands outside of the new system', {
      pointer: '/x-writ/commands',
      hint: 'write them in custom-commands, or install from the command line',
    }),
  ];
}

/** Returns the findings about settings that an install service refuses for every target. */
export function refuseServiceSettings(settings: Settings): Diagnostic[] {
  const isMounted = settings.disk?.mounted === true;
  return [
    ...refuseHostCommands(settings),
    ...(isMounted ? [refuseOtherTarget('the service installs onto images and disks')] : []),
  ];
}
