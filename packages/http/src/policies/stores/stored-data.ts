import { createHash } from 'node:crypto';
import type { IdempotentResponse } from '../idempotency/idempotency-store.ts';
import type { StoredResponse, StoredVariants } from '../response-cache/response-store.ts';
import type { SessionRecord } from '../sessions/session-store.ts';

/** An entry of a response cache or of a store for idempotency keys. */
export type StoredEntry = StoredResponse | StoredVariants | IdempotentResponse;

/** First byte of a serialized entry. It also identifies the format. */
const WITHOUT_BODY = 1;
const WITH_BODY = 2;
/** Size in bytes of the head: the first byte, and four bytes with the length of the JSON text. */
const HEAD = 5;

/** Serializes an entry: the body unchanged, and everything else as JSON. */
export function serializeEntry(entry: StoredEntry): Buffer {
  const { body, ...rest } = entry as StoredEntry & { readonly body?: Uint8Array };
  const json = Buffer.from(JSON.stringify(rest));
  const head = Buffer.alloc(HEAD);
  head[0] = body === undefined ? WITHOUT_BODY : WITH_BODY;
  head.writeUInt32BE(json.length, 1);
  return Buffer.concat(body === undefined ? [head, json] : [head, json, body]);
}

/** Returns the entry that {@link serializeEntry} has serialized, or undefined for any other value of a database. */
export function deserializeEntry<T extends StoredEntry>(bytes: unknown): T | undefined {
  if (!(bytes instanceof Uint8Array)) return undefined;
  const [kind = 0] = bytes;
  if (bytes.byteLength < HEAD || (kind !== WITHOUT_BODY && kind !== WITH_BODY)) return undefined;
  const end = HEAD + new DataView(bytes.buffer, bytes.byteOffset).getUint32(1);
  const rest = parseObject(new TextDecoder().decode(bytes.subarray(HEAD, end)));
  if (rest === undefined) return undefined;
  // A copy, because the bytes may be a part of a larger buffer.
  return (kind === WITH_BODY ? { ...rest, body: Uint8Array.from(bytes.subarray(end)) } : rest) as T;
}

/** Serializes a session as JSON. Throws `TypeError` for a value that cannot be serialized, such as a BigInt. */
export function serializeSession(record: SessionRecord): string {
  return JSON.stringify(record);
}

/** Returns the session that {@link serializeSession} has serialized, or undefined if the text has another format. */
export function deserializeSession(text: string): SessionRecord | undefined {
  const record = parseObject(text) as Partial<SessionRecord> | undefined;
  return typeof record?.data === 'object' ? (record as SessionRecord) : undefined;
}

/**
 * Returns the digest of a key, which has 43 characters. Keys can be long, because clients choose a part of them, and
 * can contain credentials and addresses of clients.
 */
export function digestKey(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * Parses a JSON object or array. Returns undefined for any other text, instead of throwing the error of `JSON.parse`:
 * it contains a part of the text, which must not appear in logs.
 */
function parseObject(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
