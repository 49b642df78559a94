/** The install service with its network boot service and TLS, for virtual machines on this host. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createService, distributionMirror, exampleConfiguration } from '@writ/service';

/** The address of this host in a virtual machine. */
const HOST = '10.0.2.2';

/** The running service, and requests of its administrator. */
export interface BootService extends AsyncDisposable {
  /** The address of the first script in a virtual machine. */
  readonly bootFile: string;
  get<T>(path: string): Promise<T>;
  send<T>(method: 'POST' | 'PUT', path: string, json: object): Promise<T>;
}

/**
 * Starts the service. Agents reach it through a proxy with TLS.
 *
 * @param folder the files for network boots
 * @param append further kernel arguments
 */
export async function startBootService(folder: string, append: string): Promise<BootService> {
  const home = mkdtempSync(join(tmpdir(), 'writ-netboot-service-'));
  const token = randomBytes(24).toString('base64url');
  const { key, cert } = createCertificate(home);
  // The address of the proxy is an option of the service, and the reverse.
  let servicePort = 0;
  const proxy = createServer({ key, cert }, (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const sent = request(
      { host: '127.0.0.1', port: servicePort, method, path: url, headers: { ...headers, host: 'localhost' } },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    sent.on('error', () => outgoing.destroy());
    incoming.pipe(sent);
  });
  const proxyPort = await listen(proxy);
  const service = await createService({
    state: join(home, 'state'),
    images: join(home, 'images'),
    token,
    environment: () => ({ example: exampleConfiguration(), mirrors: [distributionMirror], notices: [] }),
    boot: { folder, server: `https://${HOST}:${proxyPort}`, ca: cert, append },
  });
  const api = service.toolkit.createServer(service.router);
  const boot = service.toolkit.createServer(service.bootRouter!);
  const { url, port } = await api.listen(0, '127.0.0.1');
  servicePort = port;
  const { port: bootPort } = await boot.listen(0, '127.0.0.1');
  const send = async <T>(method: string, path: string, json?: object): Promise<T> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      signal: AbortSignal.timeout(120_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
  return {
    bootFile: `http://${HOST}:${bootPort}/boot/start.ipxe`,
    get: (path) => send('GET', path),
    send,
    [Symbol.asyncDispose]: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await service.stop(1_000);
      await Promise.all([api.close({ timeout: 1_000 }), boot.close({ timeout: 1_000 })]);
      await service.release();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function createCertificate(folder: string): { readonly key: string; readonly cert: string } {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const options = `req -x509 -days 30 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=${HOST} -addext subjectAltName=IP:${HOST}`;
  execFileSync('openssl', [...options.split(' '), '-keyout', key, '-out', cert], {
    stdio: 'ignore',
    timeout: 60_000,
  });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
