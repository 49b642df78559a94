import { missingSecrets } from './missing-secrets.ts';
import { joinWithAnd } from './wording.ts';
import type { Settings } from './settings.ts';

/**
 * Lists what a configuration check cannot verify, because it depends on the target, the machine, the mirrors,
 * the credentials or a file at another address.
 *
 * @param machine whether the facts of a machine were checked too
 */
export function leftToInstall(settings: Settings, machine: boolean): string[] {
  const { drives, profileFile } = settings;
  const images = drives.some((drive) => /\.(img|raw)$/.test(drive));
  const secrets = [...new Set(missingSecrets(settings))];
  const source = profileFile?.source;
  return [
    ...(drives.length === 0 ? ['the target (none configured)'] : machine && !images ? [] : ['the target']),
    ...(machine ? [] : ['the machine']),
    'the mirrors',
    ...(source?.kind === 'address' ? [`the profile definition at ${source.address.split('?', 1)[0]}`] : []),
    ...(secrets.length === 0
      ? []
      : [`the ${secrets.length === 1 ? 'secret' : 'secrets'} ${joinWithAnd(secrets)}`]),
  ];
}
