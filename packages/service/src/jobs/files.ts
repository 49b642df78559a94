import { Secret } from '@writ/diagnostics';
import { joinSecrets, type NamedText } from '@writ/installer';
import { CONFIGURATION_NAME } from '../records/configuration-name.ts';
import type { JobWithSecrets } from '../records/job.ts';

/** The configuration and the credentials of a job. */
export function toFiles({ job, secrets }: JobWithSecrets): {
  readonly config: NamedText;
  readonly creds: NamedText;
} {
  const hashes = Object.entries(job.hashes).map(([name, hash]): [string, Secret] => [name, new Secret(hash)]);
  const { config, creds } = joinSecrets(job.config, new Map([...secrets, ...hashes]));
  return { config: { file: CONFIGURATION_NAME, text: config }, creds: { file: 'secrets', text: creds } };
}
