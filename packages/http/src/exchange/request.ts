import { parseCookie } from 'cookie';
import { pathOfTarget } from '../protocol/request-path.ts';
import type { Query } from '../protocol/query.ts';
import type { Transport } from '../contract/transport.ts';
import type { RoutingContext } from '../contract/context.ts';
import { readClient, type Client } from './client.ts';
import { HttpRequest, type RequestBody, type RequestHeaders } from '../contract/http-request.ts';

/** A request on a transport. Each part is created on first access. */
export class TransportRequest extends HttpRequest {
  readonly #context: RoutingContext;
  readonly #transport: Transport;
  #headers: RequestHeaders | undefined;
  #client: Client | undefined;
  #cookies: Readonly<Record<string, string | undefined>> | undefined;

  constructor(context: RoutingContext, transport: Transport) {
    super();
    this.#context = context;
    this.#transport = transport;
  }

  get context(): RoutingContext {
    return this.#context;
  }

  get method(): string {
    return this.#transport.method;
  }

  get path(): string {
    return pathOfTarget(this.#transport.target);
  }

  get url(): URL {
    const { target, mountPath = '' } = this.#transport;
    const { base } = this.#readClient();
    const scheme = base.slice(0, base.indexOf(':'));
    // Concatenated, because `//a/b` as a relative reference would refer to another host. In a target of the absolute
    // form, the client can write any scheme, so it says nothing about the connection.
    const absolute = target.startsWith('/') ? base + mountPath + target : withScheme(target, scheme);
    return URL.parse(absolute) ?? new URL(`${scheme}://localhost${originForm(target)}`);
  }

  get headers(): RequestHeaders {
    return (this.#headers ??= headersOf(this.#transport));
  }

  get query(): Query {
    return this.#context.query;
  }

  get cookies(): Readonly<Record<string, string | undefined>> {
    return (this.#cookies ??= parseCookie(this.#transport.header('cookie') ?? ''));
  }

  get body(): RequestBody {
    return this.#context.body;
  }

  get remoteAddress(): string | undefined {
    return this.#readClient().remoteAddress;
  }

  get signal(): AbortSignal {
    return this.#context.signal;
  }

  #readClient(): Client {
    const { trustedProxies } = this.#context.toolkit;
    if (trustedProxies === undefined) return this.#transport;
    return (this.#client ??= readClient(this.#transport, trustedProxies));
  }
}

/** Replaces the scheme of a target in the absolute form. Returns an empty string for other targets, such as `*`. */
function withScheme(target: string, scheme: string): string {
  const [, own] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(target) ?? [];
  return own === undefined ? '' : scheme + target.slice(own.length);
}

/** Removes scheme and host from a target. The result begins with a slash. */
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
