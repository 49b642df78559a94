import { parseCookie } from 'cookie';
import { cutPath } from '../protocol/request-path.ts';
import type { Query } from '../protocol/query.ts';
import type { Transport } from '../contract/transport.ts';
import type { RoutingContext } from '../contract/context.ts';

export interface RequestHeaders extends Iterable<[string, string]> {
  /** The name in any case. Repeats are joined by `, `. */
  get(name: string): string | undefined;
  has(name: string): boolean;
}

export interface RequestBody {
  /** The whole body; it is read once, by whoever asks first: a body binding or the handler. */
  bytes(): Promise<Uint8Array>;
  /** As UTF-8. */
  text(): Promise<string>;
  /** As it arrives: once, and instead of the others. */
  stream(): ReadableStream<Uint8Array>;
}

/** The request as a handler sees it, the same on every transport. A view: each part is built when first asked for. */
export class HttpRequest {
  readonly #context: RoutingContext;
  readonly #transport: Transport;
  #headers: RequestHeaders | undefined;
  #cookies: Readonly<Record<string, string | undefined>> | undefined;

  constructor(context: RoutingContext, transport: Transport) {
    this.#context = context;
    this.#transport = transport;
  }

  /** For writers and handlers, which get the request alone. */
  get context(): RoutingContext {
    return this.#context;
  }

  get method(): string {
    return this.#transport.method;
  }

  /** The path as sent, not decoded, without query. */
  get path(): string {
    return cutPath(this.#transport.target);
  }

  /** Absolute, with the host that the client named; `localhost` when that is none. */
  get url(): URL {
    const { target, base } = this.#transport;
    // Joined as texts: as a relative reference, `//a/b` would name another host.
    const absolute = target.startsWith('/') ? base + target : target;
    return URL.parse(absolute) ?? new URL(`http://localhost${originForm(target)}`);
  }

  get headers(): RequestHeaders {
    return (this.#headers ??= headersOf(this.#transport));
  }

  get query(): Query {
    return this.#context.query;
  }

  /** By name, decoded; of a name that is given twice the first. It has no prototype. */
  get cookies(): Readonly<Record<string, string | undefined>> {
    return (this.#cookies ??= parseCookie(this.#transport.header('cookie') ?? ''));
  }

  get body(): RequestBody {
    return this.#context.body;
  }

  get remoteAddress(): string | undefined {
    return this.#transport.remoteAddress;
  }

  /** Aborts when the client goes away, the request's time is up, or a shutdown cuts it. */
  get signal(): AbortSignal {
    return this.#context.signal;
  }
}

/** Without scheme and host. */
function originForm(target: string): string {
  return target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/');
}

function headersOf(transport: Transport): RequestHeaders {
  const get = (name: string): string | undefined => transport.header(name.toLowerCase());
  return {
    get,
    has: (name) => get(name) !== undefined,
    [Symbol.iterator]: () => transport.headers()[Symbol.iterator](),
  };
}
