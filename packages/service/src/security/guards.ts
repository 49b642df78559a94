import type { RateStore, Router } from '@writ/http';
import { allowHosts } from './allowed-hosts.ts';
import { securityHeaders } from './headers.ts';
import { limitAddresses } from './rate-limits.ts';
import { requireHttps } from './require-https.ts';

export interface GuardOptions {
  /** Allowed host names in addition to those of the loopback interface. */
  readonly hosts: readonly string[];
  /** Whether requests arrive through trusted proxies. */
  readonly isBehindProxy: boolean;
  /** Maximum number of requests per minute from one address for which no token is verified; 0 for no limit. */
  readonly addressRate: number;
  /** Counts the requests of addresses. */
  readonly counts: RateStore;
}

/** Adds the filters that all requests pass before their tokens are verified. */
export function addGuards(router: Router, { hosts, isBehindProxy, addressRate, counts }: GuardOptions): void {
  router.use(securityHeaders).use(allowHosts(hosts));
  if (isBehindProxy) router.use(requireHttps);
  if (addressRate > 0) router.use(limitAddresses(addressRate, counts));
}
