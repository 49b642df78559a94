import type { KeyObject, X509Certificate } from 'node:crypto';
import type { ServerOpts } from 'node:net';
import type { TlsOptions } from 'node:tls';
import type { Logger } from '../../contract/logger.ts';

/** TLS options: the options of Node's `tls.createServer`, except those that the server sets. */
export type ServerTlsOptions = Omit<TlsOptions, 'ALPNProtocols' | 'ALPNCallback' | keyof ServerOpts>;

/** Returns the options for Node's server. `timeout` is the default of `handshakeTimeout`; with 0, Node's applies. */
export function toTlsServerOptions(tls: ServerTlsOptions, timeout: number): TlsOptions {
  const limit = timeout > 0 ? { handshakeTimeout: timeout } : {};
  return { ...limit, ...tls, ALPNProtocols: ['http/1.1'] };
}

type Problem = (option: 'key' | 'cert' | 'ca', message: string) => void;

/**
 * Checks the options. Logs a warning for each certificate that has expired or is not yet valid.
 *
 * @throws TypeError if an option is missing or invalid; the message lists the problems
 */
export function assertTlsOptions(tls: ServerTlsOptions, logger: Logger): void {
  if (typeof tls !== 'object' || tls === null) {
    throw new TypeError(`createServer: tls must be an object such as { key, cert }, not ${typeof tls}`);
  }
  const problems: string[] = [];
  const report: Problem = (option, message) => void problems.push(`tls.${option} ${message}`);
  const keys = listValues(tls.key).flatMap((value) => parseKey(value, tls.passphrase, report));
  const certificates = listValues(tls.cert).flatMap((value) => parseCertificate('cert', value, report));
  for (const value of listValues(tls.ca)) parseCertificate('ca', value, report);
  if (tls.pfx === undefined && tls.SNICallback === undefined && tls.secureContext === undefined) {
    if (tls.key === undefined)
      report('key', "is missing: pass the private key, such as readFileSync('key.pem')");
    if (tls.cert === undefined) {
      report('cert', "is missing: pass the certificate and its chain, such as readFileSync('cert.pem')");
    }
  }
  if (problems.length === 0) checkPairs(keys, certificates, report);
  if (problems.length === 0) checkContext(tls, problems);
  if (problems.length > 0)
    throw new TypeError(`createServer: TLS cannot be used\n  ${problems.join('\n  ')}`);
  for (const certificate of certificates) warnAboutDates(certificate, logger);
}

function listValues<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}

type PemKey = Exclude<ServerTlsOptions['key'], readonly unknown[] | undefined>;
type KeyValue = PemKey | { readonly pem: string | Buffer; readonly passphrase?: string | undefined };

/**
 * Returns a list with the key, or an empty list if it is invalid. Messages omit the value, because it may be secret.
 */
function parseKey(value: KeyValue, passphrase: string | undefined, report: Problem): readonly KeyObject[] {
  const { pem, passphrase: own = passphrase } =
    typeof value === 'object' && 'pem' in value ? value : { pem: value };
  if (!isPem(pem)) {
    report('key', `${describeNonPem(pem)}: pass the content of the file, such as readFileSync('key.pem')`);
    return [];
  }
  try {
    // Loaded on demand, so that servers without TLS start without node:crypto and node:tls (bench/start).
    const { createPrivateKey } = process.getBuiltinModule('node:crypto');
    return [createPrivateKey({ key: pem, ...(own !== undefined && { passphrase: own }) })];
  } catch (error) {
    report('key', describeKeyFailure(pem, own, error as NodeJS.ErrnoException));
    return [];
  }
}

function describeKeyFailure(
  pem: string | Buffer,
  passphrase: string | undefined,
  { code }: NodeJS.ErrnoException,
): string {
  if (!String(pem).includes('ENCRYPTED')) {
    return `is not a private key (${code}): pass the file that begins with -----BEGIN PRIVATE KEY-----`;
  }
  return passphrase === undefined
    ? 'is encrypted: pass tls.passphrase'
    : 'cannot be decrypted with tls.passphrase: pass the passphrase of this key';
}

function parseCertificate(
  option: 'cert' | 'ca',
  value: string | Buffer,
  report: Problem,
): readonly X509Certificate[] {
  if (!isPem(value)) {
    report(
      option,
      `${describeNonPem(value)}: pass the content of the file, such as readFileSync('${option}.pem')`,
    );
    return [];
  }
  try {
    return [new (process.getBuiltinModule('node:crypto').X509Certificate)(value)];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    report(
      option,
      `is not a certificate (${code}): pass the file that begins with -----BEGIN CERTIFICATE-----`,
    );
    return [];
  }
}

function isPem(value: unknown): value is string | Buffer {
  return (typeof value === 'string' || value instanceof Uint8Array) && String(value).includes('-----BEGIN ');
}

function describeNonPem(value: unknown): string {
  const isPath = typeof value === 'string' && /^[\w./~-]+\.\w+$/.test(value);
  return isPath ? 'is a path' : 'is not in PEM format';
}

/** Reports each certificate that matches none of the keys, if there are keys. */
function checkPairs(
  keys: readonly KeyObject[],
  certificates: readonly X509Certificate[],
  report: Problem,
): void {
  if (keys.length === 0) return;
  for (const certificate of certificates) {
    if (keys.some((key) => certificate.checkPrivateKey(key))) continue;
    report(
      'cert',
      `does not belong to tls.key (${certificate.subject}): pass the certificate that was issued for the key, followed by the certificates of its chain`,
    );
  }
}

/** Finds other problems, such as unknown ciphers. */
function checkContext(tls: ServerTlsOptions, problems: string[]): void {
  try {
    process.getBuiltinModule('node:tls').createSecureContext(tls);
  } catch (error) {
    problems.push(`tls: ${(error as Error).message}`);
  }
}

function warnAboutDates({ subject, validFrom, validTo }: X509Certificate, logger: Logger): void {
  const name = subject.replaceAll('\n', ', ');
  const now = Date.now();
  if (Date.parse(validTo) < now) {
    logger.warn({}, `the certificate for ${name} expired on ${validTo}: renew it, because clients reject it`);
  } else if (Date.parse(validFrom) > now) {
    logger.warn(
      {},
      `the certificate for ${name} is not valid before ${validFrom}: check the clock of this machine`,
    );
  }
}
