import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { describeReadError } from '../files/file-errors.ts';
import type { TlsFiles } from './network-settings.ts';

/** A certificate with its chain, and its key, in PEM format. */
export interface TlsContent {
  readonly cert: string;
  readonly key: string;
  /** The end of the validity of the certificate. */
  readonly validTo: Date;
}

/** Thrown when the files of `--tls-cert` and `--tls-key` cannot be used. The message names the file and the fix. */
export class TlsUnusable extends Error {
  override readonly name = 'TlsUnusable';
}

/**
 * Reads a certificate and its key.
 *
 * @throws {TlsUnusable} when a file cannot be read, is not in PEM format or can be read by all users, or when the key
 * belongs to another certificate
 */
export function readTlsContent(files: TlsFiles): TlsContent {
  const cert = readPem('--tls-cert', files.cert);
  const key = readPem('--tls-key', files.key);
  if ((statSync(files.key).mode & 0o007) !== 0)
    throw new TlsUnusable(`--tls-key ${files.key} can be read by all users; run chmod o= on it`);
  const certificate = parseCertificate(files.cert, cert);
  if (!certificate.checkPrivateKey(parseKey(files.key, key))) {
    throw new TlsUnusable(
      `--tls-cert ${files.cert} does not belong to --tls-key ${files.key}; its first certificate must be the one that was issued for the key`,
    );
  }
  return { cert, key, validTo: new Date(certificate.validTo) };
}

function readPem(option: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new TlsUnusable(`${option} ${file} cannot be read: ${describeReadError(error)}`);
  }
  if (!text.includes('-----BEGIN ')) throw new TlsUnusable(`${option} ${file} is not in PEM format`);
  return text;
}

function parseCertificate(file: string, text: string): X509Certificate {
  try {
    return new X509Certificate(text);
  } catch {
    throw new TlsUnusable(
      `--tls-cert ${file} is not a certificate; pass the file that begins with -----BEGIN CERTIFICATE-----`,
    );
  }
}

/** Messages of errors omit the content of the file, which is secret. */
function parseKey(file: string, text: string): KeyObject {
  try {
    return createPrivateKey(text);
  } catch {
    const reason = text.includes('ENCRYPTED')
      ? 'is encrypted; store it without a passphrase, such as with openssl pkey'
      : 'is not a private key; pass the file that begins with -----BEGIN PRIVATE KEY-----';
    throw new TlsUnusable(`--tls-key ${file} ${reason}`);
  }
}
