import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A private key and its certificate in PEM format. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

/** Options for {@link createCertificate}. */
export interface CertificateOptions {
  /** A host name or an IP address. */
  readonly host?: string;
  readonly passphrase?: string;
}

/** Creates a self-signed certificate with openssl, for tests. */
export function createCertificate(options: CertificateOptions = {}): Certificate {
  const { host = 'localhost', passphrase } = options;
  const folder = mkdtempSync(join(tmpdir(), 'writ-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  try {
    const subject = [
      '-subj',
      `/CN=${host}`,
      '-addext',
      `subjectAltName=${isIP(host) === 0 ? 'DNS' : 'IP'}:${host}`,
    ];
    const encryption = passphrase === undefined ? ['-nodes'] : ['-passout', `pass:${passphrase}`];
    execFileSync(
      'openssl',
      `req -x509 -days 30 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -keyout ${key} -out ${cert}`
        .split(' ')
        .concat(subject, encryption),
      { stdio: ['ignore', 'ignore', 'pipe'], timeout: 60_000 },
    );
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
