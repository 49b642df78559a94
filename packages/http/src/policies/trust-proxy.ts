import type { Logger } from '../contract/logger.ts';
import type { TrustedProxies } from '../contract/trusted-proxies.ts';
import { assertTypes } from '../internal/option-types.ts';
import { assertOptions, type OptionNames } from '../internal/options.ts';
import { isInRange, parseAddress, parseAddressRange, type AddressRange } from '../protocol/ip-address.ts';

/**
 * The trusted proxies in front of the server, and the header in which they describe the client. Exactly one of `hops`
 * and `addresses` must be set.
 */
export interface TrustProxyOptions {
  /**
   * The header that the proxies set: `forwarded` for `Forwarded`, or `x-forwarded` for `X-Forwarded-For`,
   * `X-Forwarded-Proto` and `X-Forwarded-Host`. Headers of the other kind are ignored.
   */
  readonly header: 'forwarded' | 'x-forwarded';
  /** Number of proxies in front of the server. Use this option only if clients cannot bypass the proxies. */
  readonly hops?: number;
  /** Addresses of the proxies, such as `127.0.0.1` or `10.0.0.0/8`. */
  readonly addresses?: readonly string[];
}

const OPTIONS: OptionNames<TrustProxyOptions> = { header: true, hops: true, addresses: true };
const OWNER = 'Toolkit: trustProxy';

/**
 * Resolves the options, and returns undefined if there are none. Throws `TypeError` if one is invalid. The message
 * lists all invalid addresses.
 */
export function resolveTrustProxy(
  options: TrustProxyOptions | undefined,
  logger: Logger,
): TrustedProxies | undefined {
  if (options === undefined) return undefined;
  assertOptions(OWNER, options, OPTIONS);
  assertTypes(OWNER, options, { addresses: 'a list of strings' });
  const { header, hops, addresses } = options;
  if (header !== 'forwarded' && header !== 'x-forwarded') {
    throw new TypeError(
      `${OWNER}.header must be 'forwarded' or 'x-forwarded', not ${JSON.stringify(header)}`,
    );
  }
  if ((hops === undefined) === (addresses === undefined)) {
    throw new TypeError(
      `${OWNER} must have either hops or addresses: write { header: '${header}', hops: 1 }`,
    );
  }
  const isTrusted = addresses === undefined ? trustHops(hops!) : trustAddresses(addresses);
  const reported = new Set<string>();
  return {
    header,
    isTrusted,
    ignored(reason, value) {
      // Logged only once for each reason, because a misconfigured proxy sends the header with every request.
      if (reported.has(reason)) return;
      reported.add(reason);
      logger.warn({ value }, `a proxy header is ignored: ${reason}`);
    },
  };
}

function trustHops(hops: number): TrustedProxies['isTrusted'] {
  if (!Number.isInteger(hops) || hops < 1) {
    throw new TypeError(`${OWNER}.hops must be a whole number, 1 or more, not ${JSON.stringify(hops)}`);
  }
  return (_address, distance) => distance < hops;
}

function trustAddresses(addresses: readonly string[]): TrustedProxies['isTrusted'] {
  const ranges: AddressRange[] = [];
  const problems: string[] = [];
  for (const text of addresses) {
    const range = parseAddressRange(text);
    if (range === undefined)
      problems.push(`${JSON.stringify(text)} is not an IP address or a range such as 10.0.0.0/8`);
    else if (text.endsWith('/0')) problems.push(`${JSON.stringify(text)} contains every client: use hops`);
    else ranges.push(range);
  }
  if (addresses.length === 0) problems.push('the list is empty');
  if (problems.length > 0) throw new TypeError(`${OWNER}.addresses: ${problems.join('; ')}`);
  return (address) => {
    const parsed = address === undefined ? undefined : parseAddress(address);
    return parsed !== undefined && ranges.some((range) => isInRange(parsed, range));
  };
}
