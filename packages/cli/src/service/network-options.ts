/** The options of `writ serve` for its address, TLS, proxies and limits. */
export const networkOptions = {
  listen: {
    value: 'ADDRESS:PORT',
    otherwise: '127.0.0.1 and --port',
    description: 'address to listen on, such as 0.0.0.0:7878 or [::]:7878',
    details:
      'An address that other machines can reach requires `--tls-cert` and `--tls-key`, or `--behind-proxy`; see [Operation](guide/fleet/operation.md).',
  },
  'tls-cert': {
    value: 'FILE',
    description: 'certificate for HTTPS, followed by the certificates of its chain, in PEM format',
    details: 'On SIGHUP, the certificate and its key are read again.',
  },
  'tls-key': {
    value: 'FILE',
    description: 'private key of the certificate, in PEM format, which only the owner and the group can read',
  },
  'allow-host': {
    value: 'NAME',
    repeatable: true,
    description: 'host name by which clients reach the service, in addition to localhost',
    details:
      'Requests for other names are refused. The printed address contains the first name. If `--listen` names an address of an interface, this address is allowed, too.',
  },
  'behind-proxy': {
    value: 'ADDRESS',
    repeatable: true,
    description:
      'address or range of a proxy that accepts HTTPS for the service, such as 10.0.0.2 or 10.0.0.0/24',
    details:
      'The service then accepts only requests that arrived at a proxy over HTTPS, except for `/health`, `/ready` and `/metrics`.',
  },
  'proxy-header': {
    choices: ['x-forwarded', 'forwarded'],
    otherwise: 'x-forwarded',
    description: 'headers in which the proxies describe the client: X-Forwarded-* or Forwarded',
  },
  'token-rate': {
    value: 'N',
    otherwise: '6000',
    description: 'maximum number of requests per minute with one token; 0 for no limit',
  },
  'address-rate': {
    value: 'N',
    otherwise: '1200',
    description:
      'maximum number of requests per minute from one address without a valid token; 0 for no limit',
  },
} as const;
