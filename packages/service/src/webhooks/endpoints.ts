import { createHash } from 'node:crypto';
import { PrivateFileError, readPrivateFile } from '../private-file.ts';

/** A receiver of webhooks. */
export interface Endpoint {
  /** Derived from the address; identifies the deliveries in the store. */
  readonly id: string;
  readonly url: string;
  /** The key of the signatures. */
  readonly key: Buffer;
}

/** Thrown when the webhooks file cannot be used; the message contains the reason, or one for each wrong entry. */
export class WebhooksUnusable extends Error {
  override readonly name = 'WebhooksUnusable';
}

const FILE_LIMIT = 64 * 1024;
const ENDPOINT_LIMIT = 16;
const FORM = '[{"url": "https://host.example/path", "secret": "whsec_…"}]';
const HOW_TO_CREATE = 'create one with printf whsec_; openssl rand -base64 32';

/**
 * Reads the receivers of webhooks: a JSON list of objects with `url` and `secret`.
 *
 * @throws {WebhooksUnusable} if the file cannot be used; the message contains neither addresses nor secrets, because an
 * address may contain a key
 */
export function readEndpoints(file: string): Endpoint[] {
  const entries = readEntries(file);
  const urls = new Set<string>();
  const faults = entries.flatMap((entry, index) =>
    faultsOf(entry, urls).map((fault) => `entry ${index + 1}: ${fault}`),
  );
  if (faults.length > 0) throw new WebhooksUnusable(`WRIT_WEBHOOKS_FILE ${file}: ${faults.join('; ')}`);
  return (entries as { readonly url: string; readonly secret: string }[]).map(({ url, secret }) => ({
    id: createHash('sha256').update(url).digest('hex').slice(0, 32),
    url,
    key: decodeSecret(secret),
  }));
}

function readEntries(file: string): readonly unknown[] {
  try {
    const entries: unknown = JSON.parse(readPrivateFile(file, FILE_LIMIT));
    if (Array.isArray(entries) && entries.length <= ENDPOINT_LIMIT) return entries as unknown[];
  } catch (error) {
    if (error instanceof PrivateFileError) {
      throw new WebhooksUnusable(`WRIT_WEBHOOKS_FILE ${file} ${error.message}`);
    }
    // The parser's error quotes the file.
  }
  throw new WebhooksUnusable(
    `WRIT_WEBHOOKS_FILE ${file} must contain a JSON list of at most ${ENDPOINT_LIMIT} webhooks: ${FORM}`,
  );
}

const SECRET_PREFIX = 'whsec_';
/** The prefix and base64, with or without padding. */
const SECRET = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** Whether a secret is well-formed and has 24 to 64 bytes, as Standard Webhooks recommends. */
function isSecret(secret: unknown): secret is string {
  if (typeof secret !== 'string' || !SECRET.test(secret)) return false;
  const { length } = decodeSecret(secret);
  return length >= 24 && length <= 64;
}

function decodeSecret(secret: string): Buffer {
  return Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
}

function faultsOf(entry: unknown, urls: Set<string>): string[] {
  if (typeof entry !== 'object' || entry === null) return [`must be an object, as in ${FORM}`];
  const { url, secret, ...others } = entry as Readonly<Record<string, unknown>>;
  const faults = Object.keys(others).length > 0 ? ['must have only the members url and secret'] : [];
  if (!isSecret(secret)) {
    faults.push(`secret must be whsec_ followed by 24 to 64 bytes in base64; ${HOW_TO_CREATE}`);
  }
  if (typeof url !== 'string' || !isAddress(url)) {
    faults.push('url must be an https address (http only on this machine) without a user name or fragment');
  } else if (urls.has(url)) {
    faults.push('url occurs in an earlier entry');
  } else {
    urls.add(url);
  }
  return faults;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether webhooks can be sent to an address. Addresses in private networks are allowed, because the operator of the
 * service chooses the addresses, not a request to the API.
 */
function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  const isProtected = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
  return isProtected && username === '' && password === '' && hash === '';
}
