/** `writ serve` with its network boot service and TLS, on an address of this host. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { createCertificate } from '../../../scripts/certificates.ts';

const writ = fileURLToPath(new URL('../../../packages/cli/bin/writ.js', import.meta.url));

/** The ports of the service, and of the network boot service. */
const [PORT, BOOT_PORT] = [7443, 7880];
/** Milliseconds for a response. */
const LIMIT = 120_000;

/** The running service, and requests of its administrator. */
export interface BootService extends AsyncDisposable {
  /** The lines for dnsmasq, as the service prints them. */
  readonly dnsmasq: readonly string[];
  /** The messages of the service. */
  readonly log: () => string;
  get<T>(path: string): Promise<T>;
  send<T>(method: 'POST' | 'PUT', path: string, json: object): Promise<T>;
  remove(path: string): Promise<void>;
  /** Reads an event stream up to an event of this type. */
  readStream(path: string, last: string): Promise<string>;
}

/**
 * Starts the service.
 *
 * @param address the address of this host for the machines
 * @param files the folder with the files for network boots
 * @param append further kernel arguments
 */
export async function startBootService(address: string, files: string, append: string): Promise<BootService> {
  const home = mkdtempSync(join(tmpdir(), 'writ-netboot-service-'));
  const { key, cert } = createCertificate({ host: address });
  const file = (name: string, content: string): string => {
    writeFileSync(join(home, name), content, { mode: 0o600 });
    return join(home, name);
  };
  const origin = `https://${address}:${PORT}`;
  const certificate = file('tls.crt', cert);
  const options = [
    ['--no-demonstration'],
    ['--listen', `${address}:${PORT}`],
    ['--tls-cert', certificate],
    ['--tls-key', file('tls.key', key)],
    ['--netboot', `${address}:${BOOT_PORT}`],
    ['--netboot-files', files],
    ['--netboot-append', append],
    ['--agent-url', origin],
    ['--agent-ca', certificate],
  ];
  const service = spawn(process.execPath, [writ, 'serve', ...options.flat()], {
    env: { ...process.env, WRIT_STATE: join(home, 'state'), WRIT_IMAGES: join(home, 'images') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  let output = '';
  service.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  service.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const closed = once(service, 'close');
  await vi.waitFor(() => {
    if (service.exitCode !== null || !output.includes('\n'))
      throw new Error(`the service does not listen: ${log}`);
  }, 120_000);
  const token = readFileSync(join(home, 'state/token'), 'utf8').trim();
  const open = async (method: string, path: string, json?: object): Promise<IncomingMessage> => {
    const sent = request(`${origin}${path}`, {
      method,
      ca: cert,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(LIMIT),
    });
    sent.end(json === undefined ? undefined : JSON.stringify(json));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  };
  const send = async <T>(method: string, path: string, json?: object): Promise<T> => {
    const response = await open(method, path, json);
    const text = await readAll(response, /(?!)/);
    if (response.statusCode! >= 400) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  return {
    dnsmasq: [...log.matchAll(/^writ: {5}(.*)$/gm)].map(([, line]) => line!),
    log: () => log,
    get: (path) => send('GET', path),
    send,
    remove: async (path) => {
      await send('DELETE', path);
    },
    readStream: async (path, last) =>
      readAll(await open('GET', path), new RegExp(`^event: ${last}\\n.*\\n\\n`, 'm')),
    [Symbol.asyncDispose]: async () => {
      service.kill();
      await closed;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Reads a response to its end, or until its text matches. */
async function readAll(response: IncomingMessage, last: RegExp): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) {
    text += String(chunk);
    if (last.test(text)) break;
  }
  return text;
}
