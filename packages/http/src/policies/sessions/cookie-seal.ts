import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Secret } from '@writ/diagnostics';
import type { SessionRecord } from './session-store.ts';

/** A session with its id. */
export interface SealedSession {
  readonly id: string;
  readonly record: SessionRecord;
}

interface SealKey {
  /** Identifies the key with which a cookie was sealed. Several keys can have the same id. */
  readonly id: Buffer;
  readonly key: Buffer;
}

const VERSION = 1;
const KEY_ID = 4;
const IV = 12;
const TAG = 16;
const HEAD = 1 + KEY_ID + IV;

/**
 * Seals sessions with AES-256-GCM, so that clients can neither read nor change them. Sessions are sealed with the first
 * key, and cookies sealed with any of the keys are accepted. The cookie's name is authenticated, so that a client
 * cannot send the value of one cookie as another.
 */
export class CookieSeal {
  readonly #keys: readonly SealKey[];
  readonly #name: Buffer;

  constructor(keys: readonly Secret[], cookie: string) {
    this.#keys = keys.map((key) => ({ id: derive(key, 'key id', KEY_ID), key: derive(key, 'key', 32) }));
    this.#name = Buffer.from(cookie);
  }

  seal({ id, record: { created, seen, data } }: SealedSession): string {
    const { id: keyId, key } = this.#keys[0]!;
    const iv = randomBytes(IV);
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(this.#name);
    const sealed = [cipher.update(JSON.stringify([id, created, seen, data])), cipher.final()];
    return Buffer.concat([Buffer.of(VERSION), keyId, iv, ...sealed, cipher.getAuthTag()]).toString(
      'base64url',
    );
  }

  /** Returns the sealed session, or undefined if none of the keys can open the value. */
  open(text: string): SealedSession | undefined {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.length < HEAD + TAG || bytes[0] !== VERSION) return undefined;
    const keyId = bytes.subarray(1, 1 + KEY_ID);
    for (const { id, key } of this.#keys) {
      const opened = id.equals(keyId) ? this.#decrypt(bytes, key) : undefined;
      if (opened !== undefined) return opened;
    }
    return undefined;
  }

  #decrypt(bytes: Buffer, key: Buffer): SealedSession | undefined {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1 + KEY_ID, HEAD), {
      authTagLength: TAG,
    })
      .setAAD(this.#name)
      .setAuthTag(bytes.subarray(-TAG));
    try {
      const json = Buffer.concat([decipher.update(bytes.subarray(HEAD, -TAG)), decipher.final()]).toString();
      const [id, created, seen, data] = JSON.parse(json) as [string, number, number, SessionRecord['data']];
      return { id, record: { created, seen, data } };
    } catch {
      // The cookie has been changed, or another application whose key has the same id sealed it.
      return undefined;
    }
  }
}

function derive(key: Secret, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key.reveal(), '', `writ session ${purpose}`, length));
}
