import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { defined } from '@writ/diagnostics/internal';
import type { TrustProxyOptions } from '@writ/http/kernel';
import { allowedHostRule, parseAllowedHost, type RateLimits } from '@writ/service';
import type { OptionValues } from '../command-line/declaration.ts';
import type { networkOptions } from './network-options.ts';

/** The address of `writ serve`, and how clients reach it. */
export interface NetworkSettings {
  /** IP address to listen on. */
  readonly address: string;
  readonly port: number;
  /** Absolute paths of the certificate and its key; without them, the service speaks HTTP. */
  readonly tls?: TlsFiles;
  /** Allowed host names in addition to those of the loopback interface. */
  readonly hosts: readonly string[];
  readonly proxies?: TrustProxyOptions;
  readonly rates: Partial<RateLimits>;
}

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

type Options = Omit<OptionValues<typeof networkOptions>, 'listen'> & { readonly listen: string | undefined };

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1)$/;
const WILDCARDS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);
const LISTEN = /^(?:\[(?<v6>[\da-f:.]+)\]|(?<v4>[\d.]+|localhost)):(?<digits>\d{1,5})$/i;

/**
 * Reads the settings, and adds usage errors to `problems`.
 *
 * @param port the port without `--listen`
 * @param agentUrl the address that agents use, whose host name is also allowed
 */
export function readNetworkSettings(
  options: Options,
  port: number,
  problems: string[],
  agentUrl?: string,
): NetworkSettings {
  const endpoint = readListen(options.listen, problems) ?? { address: '127.0.0.1', port };
  const { address } = endpoint;
  const tls = readTlsFiles(options, problems);
  const proxies = readProxies(options, problems);
  const hosts = [...readHosts(options['allow-host'], problems), ...hostOf(agentUrl)];
  const rates = defined({
    token: readRate('--token-rate', options['token-rate'], problems),
    address: readRate('--address-rate', options['address-rate'], problems),
  });
  const isReachable = !LOOPBACK.test(address);
  if (isReachable && tls === undefined && proxies === undefined) {
    problems.push(
      `--listen ${options.listen} can be reached by other machines, which would send the token without encryption: pass --tls-cert and --tls-key; or let a proxy accept HTTPS, and pass its address with --behind-proxy`,
    );
  }
  const isNamed = hosts.length > 0 || (isReachable && !WILDCARDS.has(address) && proxies === undefined);
  if (!isNamed && (isReachable || proxies !== undefined)) {
    problems.push(
      'missing --allow-host: pass the host name by which clients reach the service, because requests for other names are refused',
    );
  }
  const isOwnName = isReachable && !WILDCARDS.has(address);
  const names = isOwnName ? [...hosts, parseAllowedHost(address) ?? address] : hosts;
  return { ...endpoint, hosts: [...new Set(names)], rates, ...defined({ tls, proxies }) };
}

/** Returns the beginning of the addresses that clients use. */
export function toOrigin({ tls, proxies, hosts }: NetworkSettings, url: string): string {
  const [name] = hosts;
  if (proxies !== undefined && name !== undefined) return `https://${name}`;
  if (tls === undefined || name === undefined) return url;
  return `https://${name}:${new URL(url).port || '443'}`;
}

function readListen(
  text: string | undefined,
  problems: string[],
): { readonly address: string; readonly port: number } | undefined {
  if (text === undefined) return undefined;
  const { v4, v6, digits = '' } = LISTEN.exec(text)?.groups ?? {};
  const address = v4?.toLowerCase() === 'localhost' ? '127.0.0.1' : (v4 ?? v6 ?? '');
  const port = Number(digits);
  const isValid = isIP(address) === (v6 === undefined ? 4 : 6) && port <= 65_535;
  if (!isValid) {
    problems.push(
      `invalid --listen ${JSON.stringify(text)}: use an IP address and a port, such as 0.0.0.0:7878 or [::]:7878`,
    );
    return undefined;
  }
  return { address, port };
}

function readTlsFiles(
  { 'tls-cert': cert, 'tls-key': key }: Options,
  problems: string[],
): TlsFiles | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    problems.push(cert === undefined ? '--tls-key requires --tls-cert' : '--tls-cert requires --tls-key');
    return undefined;
  }
  return { cert: resolve(cert), key: resolve(key) };
}

function readProxies(
  { 'behind-proxy': addresses, 'proxy-header': header }: Options,
  problems: string[],
): TrustProxyOptions | undefined {
  if (addresses.length === 0) {
    if (header !== undefined) problems.push('--proxy-header requires --behind-proxy');
    return undefined;
  }
  for (const address of addresses) {
    if (isProxyRange(address)) continue;
    problems.push(
      `invalid --behind-proxy ${JSON.stringify(address)}: use the IP address of a proxy, or a range such as 10.0.0.0/24`,
    );
  }
  return { header: header ?? 'x-forwarded', addresses };
}

/** A range of length 0 would contain every client. */
function isProxyRange(text: string): boolean {
  const [base = '', length, more] = text.split('/');
  const size = { 0: 0, 4: 32, 6: 128 }[isIP(base)] ?? 0;
  const isLength = length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= size);
  return size > 0 && isLength && more === undefined;
}

function readHosts(given: readonly string[], problems: string[]): string[] {
  return given.flatMap((text) => {
    const name = parseAllowedHost(text);
    if (name !== undefined) return [name];
    problems.push(`invalid --allow-host ${JSON.stringify(text)}: use ${allowedHostRule}`);
    return [];
  });
}

/** Returns the host name of an address, unless the address is invalid, which is reported elsewhere. */
function hostOf(url: string | undefined): string[] {
  if (url === undefined || !URL.canParse(url)) return [];
  // An IPv6 address has brackets only in a URL.
  const name = parseAllowedHost(new URL(url).hostname.replaceAll(/^\[|\]$/g, ''));
  return name === undefined ? [] : [name];
}

function readRate(option: string, text: string | undefined, problems: string[]): number | undefined {
  if (text === undefined || /^\d{1,9}$/.test(text)) return text === undefined ? undefined : Number(text);
  problems.push(
    `invalid ${option} ${JSON.stringify(text)}: use a number of requests per minute, or 0 for no limit`,
  );
  return undefined;
}
