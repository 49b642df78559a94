import { missingSecrets } from './missing-secrets.ts';
import { joinWithAnd } from './wording.ts';
import type { Settings } from './settings.ts';

/** Noun phrases for the subjects that a configuration check cannot verify. */
export interface RemainingChecks {
  /** Subjects that both a plan and an installation verify. */
  readonly plan: readonly string[];
  /** Subjects that only an installation verifies. */
  readonly install: readonly string[];
}

/**
 * Lists what a configuration check cannot verify, because it depends on the target, the machine, the mirrors,
 * the credentials or a file at another address. A plan uses neither the mirrors nor the credentials.
 *
 * @param machine whether the facts of a machine were checked too
 */
export function leftToInstall(settings: Settings, machine: boolean): RemainingChecks {
  const { drives, profileFile } = settings;
  const images = drives.some((drive) => /\.(img|raw)$/.test(drive));
  const secrets = [...new Set(missingSecrets(settings))];
  const source = profileFile?.source;
  return {
    plan: [
      ...(drives.length === 0 ? ['the target (none configured)'] : machine && !images ? [] : ['the target']),
      ...(machine ? [] : ['the machine']),
      ...(source?.kind === 'address' ? [`the profile definition at ${source.address.split('?', 1)[0]}`] : []),
    ],
    install: [
      'the mirrors',
      ...(secrets.length === 0
        ? []
        : [`the ${secrets.length === 1 ? 'secret' : 'secrets'} ${joinWithAnd(secrets)}`]),
    ],
  };
}
