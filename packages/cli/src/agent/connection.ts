import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** A response with a status of 400 or more. */
export class ServiceRefusal extends Error {
  readonly status: number;
  /** Seconds after which the request may be repeated, if the service says so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, retryAfter?: number) {
    super(message);
    this.name = 'ServiceRefusal';
    this.status = status;
    this.retryAfter = retryAfter;
  }

  /** Whether the same request may succeed later. */
  get isTemporary(): boolean {
    return this.status === 429 || this.status === 408 || this.status >= 500;
  }
}

/** Thrown when the certificate of the service has an unknown authority, and the service has not responded before. */
export class UnknownAuthority extends Error {
  override readonly name = 'UnknownAuthority';
}

/** The errors of OpenSSL for a chain of certificates whose authority is not known. */
const UNKNOWN_AUTHORITY: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** Sends a JSON object to a path of the service, and returns the response. */
export type Send = (path: string, body: object, key?: string) => Promise<unknown>;

/** The service and how to reach it. */
export interface ConnectionOptions {
  readonly server: URL;
  /** Certificates in PEM format; default: the system's. */
  readonly ca?: string;
  /** Milliseconds within which a response must be complete; default: 30 s. */
  readonly limit?: number;
  readonly signal: AbortSignal;
}

const RESPONSE_LIMIT = 30_000;
/** Maximum size of a response in bytes; configurations are limited to 1 MiB, and locks may be longer. */
const SIZE_LIMIT = 32 * 2 ** 20;

/**
 * Creates the connection to the service.
 *
 * @returns a function that rejects with a {@link ServiceRefusal}, with an {@link UnknownAuthority}, or with another error
 * when the service cannot be reached
 */
export function createConnection({ server, ca, limit = RESPONSE_LIMIT, signal }: ConnectionOptions): Send {
  const request = server.protocol === 'https:' ? httpsRequest : httpRequest;
  let hasResponded = false;
  const describeError = (error: NodeJS.ErrnoException): Error => {
    if (!UNKNOWN_AUTHORITY.has(error.code ?? '')) return error;
    const message = `the certificate of ${server.origin} was issued by an unknown authority: pass the certificate of the authority with --ca-file`;
    // Later, a certificate may have been replaced by mistake; the installation continues meanwhile.
    return hasResponded ? new Error(message) : new UnknownAuthority(message);
  };
  const send = (path: string, body: object, key: string | undefined, isRepeated: boolean): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const content = JSON.stringify(body);
      const sent = request(new URL(path, server), {
        method: 'POST',
        signal: AbortSignal.any([signal, AbortSignal.timeout(limit)]),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(content),
          accept: 'application/json',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        ...(ca === undefined ? {} : { ca }),
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server may close an idle connection at the moment at which it is used again.
        const wasClosed = error.code === 'ECONNRESET' && sent.reusedSocket && !isRepeated;
        if (wasClosed) resolve(send(path, body, key, true));
        else reject(describeError(error));
      });
      sent.on('response', (response) => {
        hasResponded = true;
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('error', reject);
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size > SIZE_LIMIT) response.destroy(new Error('the response is too large'));
        });
        response.on('end', () => {
          const { statusCode = 0, headers } = response;
          const value = parseObject(Buffer.concat(chunks).toString());
          if (statusCode >= 400)
            reject(toRefusal(statusCode, value, Number(headers['retry-after']) || undefined));
          else if (statusCode >= 300)
            reject(new ServiceRefusal(statusCode, 'the server redirects the request'));
          else if (value === undefined && statusCode !== 204) reject(new Error('the response is not JSON'));
          else resolve(value ?? {});
        });
      });
      sent.end(content);
    });
  return (path, body, key) => send(path, body, key, false);
}

function toRefusal(
  status: number,
  value: Readonly<Record<string, unknown>> | undefined,
  retryAfter: number | undefined,
): ServiceRefusal {
  const text = value?.['detail'] ?? value?.['title'];
  return new ServiceRefusal(status, typeof text === 'string' ? text : `status ${status}`, retryAfter);
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
