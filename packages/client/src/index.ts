/** @module A typed client for the install service. */
import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.gen.ts';
export type { paths } from './schema.gen.ts';
export type { BatchChange } from './batch-change.ts';
export type { InstallEvent } from './install-event.ts';

/** The schemas of the document by name, such as `Schemas['InstallFailure']`. */
export type Schemas = components['schemas'];

/** An installation, as listed by `GET /api/installs`. */
export type Install = Schemas['Install'];
/** An error response (RFC 9457). */
export type Problem = Schemas['Problem'];

/** Options for {@link createWritClient}. */
export interface WritClientOptions {
  /**
   * The token, which is the content of the file `token` in the service's state folder. If it is absent,
   * `fetch` must send it.
   */
  readonly token?: string;
  /** The address of the service (default: `http://localhost:7878`). */
  readonly url?: string;
  /** Replaces `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * A client whose methods are named after HTTP methods; the path determines the types of the parameters and
 * the result.
 */
export type ServiceClient = Client<paths>;

/**
 * Creates a client for the install service. Each call resolves with the `response`, and with either `data` or `error`,
 * a {@link Problem}.
 *
 *     const { data, error } = await client.GET('/api/installs/{id}', { params: { path: { id: 1 } } });
 */
export function createWritClient({
  token,
  url = 'http://localhost:7878',
  fetch,
}: WritClientOptions): ServiceClient {
  return createClient<paths>({
    baseUrl: url,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    // A configuration is sent unchanged, so that the lines and columns in findings are correct.
    bodySerializer: (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body)),
    ...(fetch === undefined ? {} : { fetch }),
  });
}
