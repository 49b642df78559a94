import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret } from '@writ/diagnostics';
import { missingSecrets, type Job, type OpenJob, type Secrets } from '../records/job.ts';

/** Seals secrets so that they may be stored, each bound to its installation and its name. */
export interface Seal {
  seal(install: number, name: string, secret: Secret): string;
  /** Undefined when it was sealed with another key, or for another place. */
  open(install: number, name: string, sealed: string): Secret | undefined;
}

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;

/** @param key 32 bytes */
export function createSeal(key: Buffer): Seal {
  return {
    seal: (install, name, secret) => {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(place(install, name));
      const text = Buffer.concat([cipher.update(secret.reveal(), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
    },
    open: (install, name, sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      try {
        const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength), {
          authTagLength: tagLength,
        });
        decipher.setAAD(place(install, name));
        decipher.setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
        const text = Buffer.concat([
          decipher.update(bytes.subarray(nonceLength + tagLength)),
          decipher.final(),
        ]);
        return new Secret(text.toString('utf8'));
      } catch {
        return undefined;
      }
    },
  };
}

function place(install: number, name: string): Buffer {
  return Buffer.from(JSON.stringify(['writ', install, name]));
}

/** The job as it may be stored for an installation: with what it needs sealed, where there is a key. */
export function sealedJob({ job, secrets }: OpenJob, install: number, seal: Seal | undefined): Job {
  const missing = missingSecrets({ job, secrets });
  if (seal === undefined) return { ...job, missing, sealed: {} };
  const sealed = job.needs.flatMap(({ name }) => {
    const secret = secrets.get(name);
    return secret === undefined ? [] : [[name, seal.seal(install, name, secret)]];
  });
  return { ...job, missing, sealed: Object.fromEntries(sealed) as Record<string, string> };
}

/** The secrets of a stored job that can be opened. */
export function openedSecrets(job: Job, install: number, seal: Seal | undefined): Secrets {
  const opened = Object.entries(job.sealed).flatMap(([name, text]): [string, Secret][] => {
    const secret = seal?.open(install, name, text);
    return secret === undefined ? [] : [[name, secret]];
  });
  return new Map(opened);
}
