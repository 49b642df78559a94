import { readSealKeys } from './jobs/seal-key.ts';
import { createSeal, type Seal } from './jobs/seal.ts';
import { readOrCreateToken } from './security/token-file.ts';
import type { ServiceOptions } from './service-types.ts';

/** The token of the service, and the key that seals secrets. */
export interface ServiceSecrets {
  readonly token: string;
  readonly tokenFile: string | undefined;
  readonly seal: Seal | undefined;
}

/** Reads or creates the token, and reads the key. */
export function readServiceSecrets(options: ServiceOptions, images: string): ServiceSecrets {
  const { state, token, newToken = false, sealKeyFile } = options;
  const seal = sealKeyFile === undefined ? undefined : createSeal(readSealKeys(sealKeyFile, [state, images]));
  if (token !== undefined) return { token, tokenFile: undefined, seal };
  const stored = readOrCreateToken(state, newToken);
  return { token: stored.token, tokenFile: stored.file, seal };
}
