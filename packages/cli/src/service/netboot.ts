import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defined } from '@writ/diagnostics/internal';
import type { BootOptions } from '@writ/service';
import type { OptionValues } from '../command-line/declaration.ts';
import type { serveOptions } from './command.ts';

/** An address to listen on or to send to. */
export interface SocketAddress {
  readonly host: string;
  readonly port: number;
}

/** Settings of the network boot service. */
export interface NetbootSettings {
  readonly listen: SocketAddress;
  readonly boot: BootOptions;
}

type Options = OptionValues<typeof serveOptions>;

const BOOT_FILES = ['kernel', 'initramfs', 'medium'];

/** Reads the options of the network boot service; undefined without `--netboot`. */
export function readNetboot(options: Options, problems: string[]): NetbootSettings | undefined {
  const {
    netboot,
    'netboot-files': files,
    'netboot-append': append,
    'agent-url': url,
    'agent-ca': ca,
  } = options;
  if (netboot === undefined) {
    for (const name of ['netboot-files', 'netboot-append', 'agent-url', 'agent-ca'] as const)
      if (options[name] !== undefined) problems.push(`--${name} requires --netboot`);
    return undefined;
  }
  const listen = readSocketAddress('--netboot', netboot, problems);
  if (files === undefined) problems.push('--netboot requires --netboot-files: pass the folder of the medium');
  if (url === undefined)
    problems.push('--netboot requires --agent-url: pass the https address of the service');
  const server = url === undefined ? '' : readAgentUrl(url, problems);
  if (append !== undefined && /[^ -~]/.test(append))
    problems.push('invalid --netboot-append: use printable ASCII characters');
  const folder = resolve(files ?? '');
  for (const name of files === undefined ? [] : BOOT_FILES)
    if (!isFile(join(folder, name)))
      problems.push(
        `--netboot-files ${folder} has no file ${name}: write it with npm run build:medium -- --netboot=FOLDER`,
      );
  const certificates = ca === undefined ? undefined : readCertificates(ca, problems);
  if (listen === undefined) return undefined;
  return { listen, boot: { folder, server, ...defined({ append, ca: certificates }) } };
}

/** Reads an IPv4 address and a port. */
export function readSocketAddress(
  option: string,
  text: string,
  problems: string[],
): SocketAddress | undefined {
  const [, host, port] = /^(\d{1,3}(?:\.\d{1,3}){3}):(\d{1,5})$/.exec(text) ?? [];
  if (host !== undefined && host.split('.').every((part) => Number(part) < 256) && Number(port) <= 65_535)
    return { host, port: Number(port) };
  problems.push(
    `invalid ${option} ${JSON.stringify(text)}: use an IPv4 address and a port, such as 192.0.2.1:7879`,
  );
  return undefined;
}

function readAgentUrl(text: string, problems: string[]): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url !== undefined && `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (isPlain && url.protocol === 'https:' && url.pathname === '/') return url.origin;
  problems.push('invalid --agent-url: use an https address without a login and a path');
  return '';
}

/** Maximum size of a file of certificates in bytes. */
const CERTIFICATES_LIMIT = 2 ** 20;

function readCertificates(file: string, problems: string[]): string | undefined {
  const text = isFile(file) && statSync(file).size <= CERTIFICATES_LIMIT ? readFileSync(file, 'utf8') : '';
  if (text.includes('-----BEGIN CERTIFICATE-----') && !text.includes('PRIVATE KEY')) return text;
  problems.push(`--agent-ca ${file} cannot be read, or is not a file of certificates in PEM format`);
  return undefined;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
