import type { Router } from '../router.ts';

export interface InjectRequest {
  /** GET when not given. */
  readonly method?: string;
  /** Path and query, as it would stand in the request line. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is; chunks of an iterable are sent one by one, without Content-Length. */
  readonly body?: string | Uint8Array | AsyncIterable<string | Uint8Array>;
  /** Sent as JSON with its Content-Type. */
  readonly json?: unknown;
  /** Aborting it is a client that goes away. */
  readonly signal?: AbortSignal;
}

export interface InjectResponse {
  readonly status: number;
  /** Names in lower case; repeats joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  readonly body: Uint8Array;
  /** False when the server broke off a response that it had begun. */
  readonly complete: boolean;
  text(): string;
  json(): any;
}

/** A request without sockets: the same exchange and pipeline as on a server. */
export declare function inject(router: Router, request: InjectRequest | string): Promise<InjectResponse>;
