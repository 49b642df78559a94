/** The proxies whose headers describe the client. */
export interface TrustedProxies {
  /**
   * `forwarded` reads `Forwarded`; `x-forwarded` reads `X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host`.
   */
  readonly header: 'forwarded' | 'x-forwarded';
  /**
   * Whether to trust a peer and therefore the header elements that it appended. `distance` is the number of proxies
   * between the peer and this server; `address` is undefined if the peer's address is unknown.
   */
  isTrusted(address: string | undefined, distance: number): boolean;
  /** Called if a header is ignored. `value` is the part of the header that caused it. */
  ignored(reason: string, value: string): void;
}
