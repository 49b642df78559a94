import type { Diagnostic } from '@writ/diagnostics';
import type { Settings } from '../config/settings.ts';
import type { PlanOptions } from './plan.ts';
import { refusal } from '../refusal.ts';

/** What the configuration may say and this version cannot do yet: refused by name, never left out in silence. */
export function notBuiltYet(settings: Settings, options: PlanOptions): Diagnostic[] {
  const { bootloader, uki, profile, profileFile, audio, network, repositories, mirrors, drives } = settings;
  const findings: Diagnostic[] = [];
  const no = (what: string, pointer: string): void => {
    findings.push(refusal('not-built-yet', `this version of Writ cannot do this yet: ${what}`, { pointer }));
  };
  if (bootloader !== 'systemd-bootctl') no(`bootloader ${bootloader}`, '/bootloader');
  if (uki) no('unified kernel images', '/uki');
  if (profile !== undefined || profileFile !== undefined) no('profiles', '/profile');
  if (audio !== undefined) no('audio servers', '/audio_config');
  if (network.type !== 'none') no(`network handling of type ${network.type}`, '/network_config');
  if (repositories.length > 0) no(`the repository ${repositories.join(', ')}`, '/additional-repositories');
  if (drives.length > 1) no('a second drive', '/harddrives');
  if (options.firmware === 'bios') {
    findings.push(
      refusal('not-built-yet', 'this version of Writ cannot do this yet: images for BIOS firmware'),
    );
  }
  for (const { region, servers } of mirrors) {
    if (servers.some(({ userInfo }) => userInfo !== undefined)) {
      const key = region.replaceAll('~', '~0').replaceAll('/', '~1');
      no('addresses with a user name or password', `/mirror-region/${key}`);
    }
  }
  if (mirrors.length === 0) no('choosing mirrors by itself; name addresses', '/mirror-region');
  return findings;
}
