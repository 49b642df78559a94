import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCertificate } from '../../../../scripts/certificates.ts';
import { runShared } from '../../test/shared-command.ts';
import { createConnection, UnknownAuthority } from './connection.ts';

/** Starts a server with a self-signed certificate for localhost. */
async function listen(): Promise<{ readonly server: URL; readonly ca: string; renew(): void }> {
  const certificate = createCertificate();
  const server = createServer(certificate, (request, response) => {
    request.resume().on('end', () => response.setHeader('connection', 'close').end('{}'));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    server: new URL(`https://localhost:${port}`),
    ca: certificate.cert,
    renew: () => server.setSecureContext(createCertificate()),
  };
}

describe('a certificate whose authority is unknown', () => {
  it('ends writ agent with a message that names --ca-file', async () => {
    const { server } = await listen();
    const folder = mkdtempSync(join(tmpdir(), 'writ-authority-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'agent.token'), 'a-token-for-one-registration\n', { mode: 0o600 });
    const argv = ['agent', '--server', server.origin, '--token-file', 'agent.token'];
    const ended = await runShared(folder, [...argv, '--state-folder', join(folder, 'state')]);
    expect([ended.status, ended.stderr]).toEqual([
      2,
      `writ agent: the certificate of ${server.origin} was issued by an unknown authority: pass the certificate of the authority with --ca-file\n`,
    ]);
  });

  it('does not end an agent to which the service has responded', async () => {
    const { server, ca, renew } = await listen();
    const send = createConnection({ server, ca, signal: new AbortController().signal });
    expect(await send('/agent/orders', {})).toEqual({});
    renew();
    const error = await send('/agent/orders', {}).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ message: expect.stringContaining('--ca-file') });
    expect(error).not.toBeInstanceOf(UnknownAuthority);
  });
});
