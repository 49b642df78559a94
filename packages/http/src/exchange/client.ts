import type { Transport } from '../contract/transport.ts';
import type { TrustedProxies } from '../contract/trusted-proxies.ts';
import { baseUrl, isHost } from '../protocol/base-url.ts';
import {
  addressOfNode,
  elementsFromRight,
  isHiddenNode,
  parseForwarded,
  type ForwardedElement,
} from '../protocol/forwarded.ts';
import { parseAddress } from '../protocol/ip-address.ts';

/** The client of a request, and the URL to which it sent the request. */
export interface Client {
  readonly remoteAddress: string | undefined;
  /** Scheme and authority, such as `https://app.example`. */
  readonly base: string;
}

/**
 * Reads the client from the headers of trusted proxies. If the headers are malformed, the connection's peer is
 * taken to be the client.
 */
export function readClient(transport: Transport, proxies: TrustedProxies): Client {
  try {
    return proxies.header === 'forwarded'
      ? readForwarded(transport, proxies)
      : readXForwarded(transport, proxies);
  } catch (error) {
    if (!(error instanceof MalformedHeader)) throw error;
    proxies.ignored(error.message, error.value);
    return transport;
  }
}

class MalformedHeader extends Error {
  readonly value: string;

  constructor(message: string, value: string) {
    super(message);
    this.value = value;
  }
}

function readForwarded(transport: Transport, proxies: TrustedProxies): Client {
  const header = transport.header('forwarded');
  if (header === undefined) return transport;
  let outermost: ForwardedElement | undefined;
  const walk = new ProxyWalk(transport, proxies);
  for (const text of elementsFromRight(header)) {
    if (!walk.isTrusted) break;
    outermost = text === undefined ? undefined : parseForwarded(text);
    if (outermost === undefined) throw new MalformedHeader('Forwarded is malformed', text ?? header);
    walk.step('the "for" parameter of Forwarded', outermost.get('for'));
  }
  if (outermost === undefined) return reportUnknownPeer(transport, proxies, header);
  return {
    remoteAddress: walk.remoteAddress,
    base: readBase(
      transport,
      { proto: 'Forwarded', host: 'Forwarded' },
      outermost.get('proto'),
      outermost.get('host'),
    ),
  };
}

function readXForwarded(transport: Transport, proxies: TrustedProxies): Client {
  const [nodes, schemes, hosts] = ['for', 'proto', 'host'].map((name) =>
    transport.header(`x-forwarded-${name}`),
  );
  const given = nodes ?? schemes ?? hosts;
  if (given === undefined) return transport;
  const walk = new ProxyWalk(transport, proxies);
  if (!walk.isTrusted) return reportUnknownPeer(transport, proxies, given);
  for (const node of listFromRight(nodes)) {
    if (!walk.isTrusted) break;
    walk.step('X-Forwarded-For', node);
  }
  const index = Math.max(walk.distance, 1) - 1;
  // A proxy appends to these two headers or replaces them, so they can be shorter than X-Forwarded-For.
  const elementOf = (header: string | undefined): string | undefined => {
    const elements = listFromRight(header);
    return elements[Math.min(index, elements.length - 1)];
  };
  return {
    remoteAddress: walk.remoteAddress,
    base: readBase(
      transport,
      { proto: 'X-Forwarded-Proto', host: 'X-Forwarded-Host' },
      elementOf(schemes),
      elementOf(hosts),
    ),
  };
}

/** Walks from the connection to the client, from one trusted proxy to the next. */
class ProxyWalk {
  remoteAddress: string | undefined;
  /** Number of trusted proxies passed so far. */
  distance = 0;
  readonly #proxies: TrustedProxies;
  /** The address of the current peer; undefined if it is unknown. */
  #peer: string | undefined;

  constructor({ remoteAddress }: Transport, proxies: TrustedProxies) {
    this.remoteAddress = remoteAddress;
    this.#peer = remoteAddress;
    this.#proxies = proxies;
  }

  /** Whether the current peer is a trusted proxy. */
  get isTrusted(): boolean {
    return this.#proxies.isTrusted(this.#peer, this.distance);
  }

  /**
   * Moves to the node from which the current peer received the request. If that node is hidden, the last known address
   * remains.
   */
  step(source: string, node: string | undefined): void {
    this.distance += 1;
    this.#peer = undefined;
    if (node === undefined || isHiddenNode(node)) return;
    const address = addressOfNode(node);
    if (parseAddress(address) === undefined)
      throw new MalformedHeader(`${source} is not an IP address`, node);
    this.#peer = address;
    this.remoteAddress = address;
  }
}

/** Returns the elements of a comma-separated header from the right, without empty ones. */
function listFromRight(header = ''): readonly string[] {
  const elements = header.split(',').map((element) => element.trim());
  return elements.filter((element) => element !== '').toReversed();
}

const SCHEMES: ReadonlyMap<string, 'http' | 'https'> = new Map([
  ['http', 'http'],
  ['https', 'https'],
  // Some proxies send these for WebSockets.
  ['ws', 'http'],
  ['wss', 'https'],
]);

/**
 * Returns the scheme and host that the proxy sent. If it did not send one of them, that of the request to this server
 * is used. `source` contains the names of the headers for messages.
 */
function readBase(
  transport: Transport,
  source: { readonly proto: string; readonly host: string },
  proto: string | undefined,
  host: string | undefined,
): string {
  const own = transport.base.startsWith('https:') ? 'https' : 'http';
  const scheme = proto === undefined ? own : SCHEMES.get(proto.toLowerCase());
  if (scheme === undefined)
    throw new MalformedHeader(`the scheme in ${source.proto} is neither http nor https`, proto!);
  if (host === undefined) return scheme + transport.base.slice(own.length);
  if (!isHost(host)) throw new MalformedHeader(`invalid host in ${source.host}`, host);
  return baseUrl(scheme, host);
}

/**
 * Returns the connection's peer as the client, because the peer is not trusted. If this is because it has no address,
 * as on a Unix socket, also reports that the headers are ignored.
 */
function reportUnknownPeer(transport: Transport, proxies: TrustedProxies, value: string): Client {
  if (transport.remoteAddress === undefined) {
    proxies.ignored('the connection has no address to compare with trustProxy.addresses: use hops', value);
  }
  return transport;
}
