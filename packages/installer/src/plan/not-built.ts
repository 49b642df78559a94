import type { Diagnostic } from '@writ/diagnostics';
import type { Settings } from '../config/settings.ts';
import type { PlanOptions } from './plan.ts';
import { refusal } from '../refusal.ts';

/** What the configuration may say and this version cannot do yet: refused by name, never left out in silence. */
export function notBuiltYet(settings: Settings, options: PlanOptions): Diagnostic[] {
  const { bootloader, uki, drives, profileFile, network } = settings;
  const findings: Diagnostic[] = [];
  const no = (what: string, pointer: string): void => {
    findings.push(refusal('not-built-yet', `this version of Writ cannot do this yet: ${what}`, { pointer }));
  };
  if (bootloader !== 'systemd-bootctl') no(`bootloader ${bootloader}`, '/bootloader');
  if (uki) no('unified kernel images', '/uki');
  if (profileFile !== undefined) no('profile definitions of your own', '/profile/path');
  if (network.type === 'iso') no('network handling of type iso', '/network_config/type');
  if (drives.length > 1) no('a second drive', '/harddrives');
  if (options.firmware === 'bios') {
    findings.push(
      refusal('not-built-yet', 'this version of Writ cannot do this yet: images for BIOS firmware'),
    );
  }
  return findings;
}
