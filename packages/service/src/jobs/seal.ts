import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Secret } from '@writ/diagnostics';
import { missingSecrets, type Job, type JobWithSecrets, type Secrets } from '../records/job.ts';

/** The record that a sealed secret belongs to: the number of an installation, or a name such as `node 3`. */
export type SecretOwner = number | string;

/** Seals secrets for storage; each secret is bound to its owner and its name. */
export interface Seal {
  /** Encrypts a secret; the result is base64. */
  seal(owner: SecretOwner, name: string, secret: Secret): string;
  /** Decrypts a secret; undefined if the key, the owner or the name differs, or the sealed secret is damaged. */
  open(owner: SecretOwner, name: string, sealed: string): Secret | undefined;
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/** Creates a seal with AES-256-GCM. @param keys 32 bytes each; the first one seals, and all of them open */
export function createSeal(keys: readonly Buffer[]): Seal {
  const [first] = keys;
  if (first === undefined) throw new TypeError('createSeal: at least one key is required');
  return {
    seal: (owner, name, secret) => {
      const nonce = randomBytes(NONCE_LENGTH);
      const cipher = createCipheriv(ALGORITHM, first, nonce).setAAD(associatedData(owner, name));
      const text = Buffer.concat([cipher.update(secret.reveal(), 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
    },
    open: (owner, name, sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      for (const key of keys) {
        const secret = decrypt(key, bytes, associatedData(owner, name));
        if (secret !== undefined) return secret;
      }
      return undefined;
    },
  };
}

/** Decrypts a sealed secret; undefined if it was sealed with another key or other data, or is damaged. */
function decrypt(key: Buffer, bytes: Buffer, data: Buffer): Secret | undefined {
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_LENGTH), {
      authTagLength: TAG_LENGTH,
    });
    decipher.setAAD(data);
    decipher.setAuthTag(bytes.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH));
    const text = Buffer.concat([
      decipher.update(bytes.subarray(NONCE_LENGTH + TAG_LENGTH)),
      decipher.final(),
    ]);
    return new Secret(text.toString('utf8'));
  } catch {
    return undefined;
  }
}

function associatedData(owner: SecretOwner, name: string): Buffer {
  return Buffer.from(JSON.stringify(['writ', owner, name]));
}

/** Returns the job to store for its owner: its secrets are sealed, or omitted if there is no key. */
export function sealJob({ job, secrets }: JobWithSecrets, owner: SecretOwner, seal: Seal | undefined): Job {
  const missing = missingSecrets({ job, secrets });
  if (seal === undefined) return { ...job, missing, sealed: {} };
  const sealed = job.needs.flatMap(({ name }) => {
    const secret = secrets.get(name);
    return secret === undefined ? [] : [[name, seal.seal(owner, name, secret)]];
  });
  return { ...job, missing, sealed: Object.fromEntries(sealed) as Record<string, string> };
}

/** Opens the sealed secrets of a stored job; omits secrets that cannot be opened. */
export function openSealedSecrets(job: Job, owner: SecretOwner, seal: Seal | undefined): Secrets {
  const opened = Object.entries(job.sealed).flatMap(([name, text]): [string, Secret][] => {
    const secret = seal?.open(owner, name, text);
    return secret === undefined ? [] : [[name, secret]];
  });
  return new Map(opened);
}
