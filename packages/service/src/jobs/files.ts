import { Secret } from '@writ/diagnostics';
import { joinSecrets, type NamedText } from '@writ/installer';
import { CONFIGURATION_NAME } from '../records/configuration-name.ts';
import type { JobWithSecrets } from '../records/job.ts';
import { toOptionsRequest, type OptionsRequest } from '../records/plan-options.ts';

/** Returns the configuration, the credentials and the options of a job as members of a request to the installer. */
export function toFiles({ job, secrets }: JobWithSecrets): OptionsRequest & {
  readonly config: NamedText;
  readonly creds: NamedText;
} {
  const hashes = Object.entries(job.hashes).map(([name, hash]): [string, Secret] => [name, new Secret(hash)]);
  const { config, creds } = joinSecrets(job.config, new Map([...secrets, ...hashes]));
  return {
    ...toOptionsRequest(job.options ?? {}),
    config: { file: CONFIGURATION_NAME, text: config },
    creds: { file: 'secrets', text: creds },
  };
}
