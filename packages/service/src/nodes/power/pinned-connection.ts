import { connect, type TLSSocket } from 'node:tls';

/** Milliseconds within which a connection must be established. */
const CONNECT_LIMIT = 10_000;

/**
 * Connects to a server that has the certificate with this SHA-256 digest. Names and authorities do not count: management
 * controllers usually have a certificate that they have signed themselves.
 *
 * @param certificateSha256 64 hexadecimal digits in lower case
 * @throws Error when the server cannot be reached, or has another certificate
 */
export function connectPinned(
  { hostname, port }: Pick<URL, 'hostname' | 'port'>,
  certificateSha256: string,
): Promise<TLSSocket> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: port === '' ? 443 : Number(port),
      // The digest of the certificate is checked instead.
      rejectUnauthorized: false,
      ...(/[a-z]/i.test(host) && !host.includes(':') ? { servername: host } : {}),
    });
    const fail = (error: Error): void => {
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(
      () => fail(new Error(`no connection within ${CONNECT_LIMIT / 1000} s`)),
      CONNECT_LIMIT,
    );
    socket.once('error', (error) => {
      clearTimeout(timer);
      fail(error);
    });
    socket.once('secureConnect', () => {
      clearTimeout(timer);
      const found = socket.getPeerCertificate().fingerprint256?.replaceAll(':', '').toLowerCase();
      if (found === certificateSha256) resolve(socket);
      else fail(new Error(`the certificate has the SHA-256 digest ${found}, not the expected one`));
    });
  });
}
