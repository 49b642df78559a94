/** Tests HTTPS with certificates that openssl creates and with Node's own clients. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, createSecureContext } from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BodyParam, Context, HttpRequest, route, Router, Toolkit, type ServerOptions } from '../../index.ts';
import { recordingLogger } from '../../testing/recording-logger.ts';
import { createCertificate } from '../../../../../scripts/certificates.ts';

const localhost = createCertificate();
const other = createCertificate({ host: 'other.example' });
const logger = recordingLogger();
const LARGE = 'x'.repeat(3_000_000);

const router = new Router(new Toolkit({ logger, limits: { body: 10_000_000 } })).add(
  route({
    method: 'GET',
    path: '/',
    bindings: [Context(HttpRequest)],
    handler: ({ url, remoteAddress }) => `${url.href} ${remoteAddress}`,
  }),
  route({ method: 'POST', path: '/', bindings: [BodyParam(String)], handler: (body) => `${body.length}` }),
  route({ method: 'GET', path: '/large', handler: () => LARGE }),
  route({ method: 'GET', path: '/words', handler: () => ['one ', 'two'].values() }),
  route({ method: 'GET', path: '/never', handler: () => new Promise<string>(() => {}) }),
);

const limit = () => ({ signal: AbortSignal.timeout(60_000) });

describe.each(['node', 'fast'] as const)('TLS with the %s transport', (transport) => {
  async function start(options: ServerOptions) {
    const server = router.toolkit.createServer(router, { transport, ...options });
    onTestFinished(async () => void (await server.close({ timeout: 0 })));
    return { server, ...(await server.listen(0, '127.0.0.1')) };
  }

  async function send(port: number, options: RequestOptions, body?: string): Promise<string> {
    const client = request({
      host: '127.0.0.1',
      port,
      servername: 'localhost',
      ca: localhost.cert,
      ...options,
    });
    client.end(body);
    const [response] = (await once(client, 'response', limit())) as [IncomingMessage];
    return text(response);
  }

  it('serves https, and request.url contains this scheme', async () => {
    const { port, url } = await start({ tls: localhost });
    expect(url).toBe(`https://127.0.0.1:${port}`);
    const headers = { host: 'localhost:1234' };
    expect(await send(port, { path: '/', headers })).toBe('https://localhost:1234/ 127.0.0.1');
  });

  it('answers several requests on a connection, with large bodies and streams', async () => {
    const { port } = await start({ tls: localhost });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    expect(
      await send(port, { agent, method: 'POST', headers: { 'content-type': 'text/plain' } }, LARGE),
    ).toBe(`${LARGE.length}`);
    expect(await send(port, { agent, path: '/large' })).toBe(LARGE);
    expect(await send(port, { agent, path: '/words' })).toBe('one two');
  });

  it('announces HTTP/1.1 with ALPN, and rejects clients that accept only HTTP/2', async () => {
    const { port } = await start({ tls: localhost });
    const socket = connect({
      port,
      ca: localhost.cert,
      servername: 'localhost',
      ALPNProtocols: ['h2', 'http/1.1'],
    });
    await once(socket, 'secureConnect', limit());
    expect(socket.alpnProtocol).toBe('http/1.1');
    socket.destroy();
    const refused = connect({ port, ca: localhost.cert, servername: 'localhost', ALPNProtocols: ['h2'] });
    await expect(once(refused, 'secureConnect', limit())).rejects.toMatchObject({
      code: 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL',
    });
  });

  it('selects a certificate by the server name, with SNICallback', async () => {
    const { port } = await start({
      tls: {
        ...localhost,
        SNICallback: (name, done) =>
          done(null, createSecureContext(name === 'other.example' ? other : localhost)),
      },
    });
    expect(await send(port, {})).toContain('https://');
    expect(await send(port, { servername: 'other.example', ca: other.cert })).toContain('https://');
    await expect(send(port, { servername: 'other.example' })).rejects.toThrow('self-signed certificate');
  });

  it('requires a certificate of the client, with requestCert and ca', async () => {
    const { port } = await start({ tls: { ...localhost, requestCert: true, ca: other.cert } });
    expect(await send(port, { ...other })).toContain('https://');
    await expect(send(port, {})).rejects.toThrow();
  });

  it('closes a connection whose handshake does not end, or is invalid', async () => {
    const { port } = await start({ tls: localhost, headersTimeout: 200 });
    const silent = connectTcp(port, '127.0.0.1');
    await once(silent, 'close', limit());
    const invalid = connectTcp(port, '127.0.0.1');
    invalid.on('error', () => {}).on('data', () => {});
    invalid.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(invalid, 'close', limit());
    // Repeated, because a handshake on a busy machine may exceed the short limit.
    const retried = async (): Promise<void> => expect(await send(port, {})).toContain('https://');
    await vi.waitFor(retried, { timeout: 60_000 });
  });

  it('close() closes connections during the handshake immediately, and waits for requests in flight', async () => {
    const { server, port } = await start({ tls: { ...localhost, handshakeTimeout: 1e9 } });
    const silent = connectTcp(port, '127.0.0.1');
    await once(silent, 'connect', limit());
    const client = request({ port, ca: localhost.cert, servername: 'localhost', path: '/never' }).end();
    client.on('error', () => {});
    await once(client, 'finish', limit());
    expect(await send(port, {})).toContain('https://');
    const closing = server.close({ timeout: 60_000 });
    await once(silent, 'close', limit());
    client.destroy();
    expect(await closing).toMatchObject({ aborted: [] });
  });

  it('works on a Unix socket', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'writ-tls-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const server = router.toolkit.createServer(router, { transport, tls: localhost });
    const { path } = await server.listen(join(folder, 'app.sock'));
    expect(await send(0, { socketPath: path })).toContain('https://');
    expect(await server.close({ timeout: 30_000 })).toMatchObject({ aborted: [] });
  });
});

describe('createServer with the option tls', () => {
  const create = (tls: NonNullable<ServerOptions['tls']>) => () =>
    router.toolkit.createServer(router, { tls });

  it('reports a missing key and a missing certificate together', () => {
    expect(create({})).toThrow(
      /TLS cannot be used\n {2}tls\.key is missing: pass .*\n {2}tls\.cert is missing: pass /,
    );
  });

  it('reports paths and other values that are not PEM, without printing them', () => {
    expect(create({ key: 'server-key.pem', cert: Buffer.from('c2VjcmV0') })).toThrow(
      /tls\.key is a path: pass the content of the file, such as readFileSync\('key\.pem'\)\n {2}tls\.cert is not in PEM format/,
    );
    expect(create({ ...localhost, key: 'canary secret' })).not.toThrow('canary');
  });

  it('reports a key in place of a certificate, and a certificate in place of a key', () => {
    expect(create({ key: localhost.cert, cert: localhost.key })).toThrow(
      /tls\.key is not a private key .*\n {2}tls\.cert is not a certificate /,
    );
    expect(create({ ...localhost, ca: localhost.key })).toThrow('tls.ca is not a certificate');
  });

  it('reports a certificate that does not belong to the key', () => {
    expect(create({ key: localhost.key, cert: other.cert })).toThrow(
      'tls.cert does not belong to tls.key (CN=other.example): pass the certificate that was issued for the key',
    );
  });

  it('reports a missing and a wrong passphrase', () => {
    const encrypted = createCertificate({ passphrase: 'correct' });
    expect(create(encrypted)).toThrow('tls.key is encrypted: pass tls.passphrase');
    expect(create({ ...encrypted, passphrase: 'canary' })).toThrow(
      'tls.key cannot be decrypted with tls.passphrase',
    );
    expect(create({ ...encrypted, passphrase: 'canary' })).not.toThrow('canary');
    expect(create({ ...encrypted, passphrase: 'correct' })).not.toThrow();
    expect(
      create({ cert: encrypted.cert, key: [{ pem: encrypted.key, passphrase: 'correct' }] }),
    ).not.toThrow();
  });

  it('reports values that Node rejects', () => {
    expect(create({ ...localhost, ciphers: 'NOTHING' })).toThrow(
      /TLS cannot be used\n {2}tls: .*no cipher match/,
    );
  });

  it('logs a warning for a certificate that has expired or is not valid yet', () => {
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2090, 0) });
    create(localhost)();
    vi.setSystemTime(Date.UTC(2020, 0));
    create(localhost)();
    expect(logger.lines.slice(-2).map(({ level, message }) => `${level}: ${message}`)).toEqual([
      expect.stringMatching(
        /^warn: the certificate for CN=localhost expired on .* GMT: renew it, because clients reject it$/,
      ),
      expect.stringMatching(
        /^warn: the certificate for CN=localhost is not valid before .* GMT: check the clock of this machine$/,
      ),
    ]);
  });
});
