/** `writ serve` with TLS, JSON messages and backups. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCertificate } from '../../../../scripts/certificates.ts';
import { nodeEnvironment } from '../../../../scripts/processes/node-environment.ts';
import { runShared, type ExitedCommand } from '../../test/shared-command.ts';

const writ = fileURLToPath(new URL('../../bin/writ.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'writ-operation-'));
const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
const state = join(folder, 'state');
const env = {
  PATH: folder,
  HOME: folder,
  WRIT_STATE: state,
  WRIT_TOKEN: 'planted-token-of-the-service',
  WRIT_METRICS_TOKEN: 'planted-token-of-the-metrics',
};
const firstCertificate = createCertificate();
/** A file inside the workspace, where OpenTelemetry's packages can be resolved. */
const exporter = fileURLToPath(new URL(`../../../../.cache/exporter-${process.pid}.mjs`, import.meta.url));
const spans = join(folder, 'spans');
/** Registers an SDK, as users do with --import, that appends each span to a file. */
const EXPORTER = `
  import { appendFileSync } from 'node:fs';
  import { trace } from '@opentelemetry/api';
  import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
  const write = ({ name, attributes }) =>
    appendFileSync(process.env.WRIT_TEST_SPANS, JSON.stringify({ name, attributes }) + '\\n');
  const file = {
    export: (ended, done) => { for (const each of ended) write(each); done({ code: 0 }); },
    shutdown: async () => {},
  };
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(file)] }));
`;

let child: ChildProcess | undefined;
const output = { stdout: '', stderr: '' };
let origin: URL;

function writeCertificate({
  cert: newCert,
  key: newKey,
}: {
  readonly cert: string;
  readonly key: string;
}): void {
  writeFileSync(cert, newCert);
  writeFileSync(key, newKey, { mode: 0o600 });
}

beforeAll(async () => {
  writeCertificate(firstCertificate);
  writeFileSync(exporter, EXPORTER);
  const options = ['--listen', '127.0.0.1:0', '--tls-cert', cert, '--tls-key', key, '--log-format', 'json'];
  const started = spawn(process.execPath, ['--import', exporter, writ, 'serve', ...options], {
    env: { ...env, ...nodeEnvironment, OTEL_TRACES_EXPORTER: 'file', WRIT_TEST_SPANS: spans },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  for (const name of ['stdout', 'stderr'] as const)
    started[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  await vi.waitFor(() => expect(output.stdout, output.stderr).toMatch(/\n$/), { timeout: 120_000 });
  origin = new URL(output.stdout.trim());
}, 240_000);
afterAll(async () => {
  if (child !== undefined && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  rmSync(folder, { recursive: true, force: true });
  rmSync(exporter, { force: true });
});

/** Requests a path over TLS, and returns the status and the certificate of the service. */
async function request(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number | undefined; readonly certificate: string }> {
  const sent = get({
    host: '127.0.0.1',
    port: origin.port,
    servername: 'localhost',
    path,
    headers,
    agent: false,
    rejectUnauthorized: false,
    timeout: 60_000,
  });
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  const { raw } = (response.socket as TLSSocket).getPeerCertificate();
  response.resume();
  await once(response, 'end');
  return { status: response.statusCode, certificate: raw.toString('base64') };
}

const bodyOf = (pem: string): string => pem.replaceAll(/-----[^-]+-----|\s/g, '');

async function reload(message: string): Promise<void> {
  const { length } = output.stderr;
  child!.kill('SIGHUP');
  await vi.waitFor(() => expect(output.stderr.slice(length)).toContain(message), { timeout: 60_000 });
}

describe('writ serve with TLS', { timeout: 240_000 }, () => {
  it('serves HTTPS, and replaces its certificate on SIGHUP, unless the new one cannot be used', async () => {
    expect(origin.protocol).toBe('https:');
    expect(await request('/health')).toEqual({ status: 200, certificate: bodyOf(firstCertificate.cert) });
    const next = createCertificate();
    writeCertificate(next);
    await reload('the certificate was read again');
    expect((await request('/health')).certificate).toBe(bodyOf(next.cert));
    writeFileSync(key, firstCertificate.key);
    await reload('the certificate was not replaced: --tls-cert');
    expect((await request('/health')).certificate).toBe(bodyOf(next.cert));
  });

  it('prints only JSON lines, with a line for each request and without tokens', async () => {
    const headers = { authorization: `Bearer ${env.WRIT_TOKEN}`, 'x-request-id': 'r-7' };
    expect((await request('/api/service?token=planted-query', headers)).status).toBe(200);
    await request('/metrics', { authorization: `Bearer ${env.WRIT_METRICS_TOKEN}` });
    await vi.waitFor(() => expect(output.stderr).toContain('"r-7"'));
    const lines = output.stderr.trimEnd().split('\n');
    const found = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(found.find(({ requestId }) => requestId === 'r-7')).toMatchObject({
      level: 'info',
      message: 'GET /api/service 200',
      route: '/api/service',
      remoteAddress: '127.0.0.1',
    });
    expect(output.stderr).not.toContain('planted');
  });

  it('creates spans without tokens for requests, but not for probes', async () => {
    const headers = { authorization: `Bearer ${env.WRIT_TOKEN}` };
    await request('/api/installs?token=planted-query', headers);
    await request('/downloads/planted-ticket', headers);
    await vi.waitFor(() => expect(readFileSync(spans, 'utf8')).toContain('GET /api/installs'));
    const text = readFileSync(spans, 'utf8');
    expect(text).toContain('"url.path":"/api/installs"');
    expect(text).not.toMatch(/planted|\/health|downloads/);
  });

  it('is backed up by writ backup, and restored by writ restore after it has stopped', async () => {
    const file = join(folder, 'records.backup');
    const run = (argv: readonly string[]): Promise<ExitedCommand> => runShared(folder, argv, { env });
    const backedUp = await run(['backup', file]);
    expect([backedUp.status, backedUp.stderr]).toEqual([
      0,
      `writ: ${file} contains the records of 0 installations\n`,
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const again = await run(['backup', file]);
    expect([again.status, again.stderr]).toEqual([
      2,
      `writ: no backup was written: ${file} exists; choose another name, because earlier backups are not replaced\n`,
    ]);
    const running = await run(['restore', file, '--replace']);
    expect([running.status, running.stderr]).toEqual([2, expect.stringContaining('Another install service')]);

    const closed = once(child!, 'close');
    child!.kill('SIGTERM');
    expect((await closed)[0]).toBe(0);
    const stopped = join(folder, 'stopped.backup');
    expect((await run(['backup', stopped])).status).toBe(0);
    const missing = await run(['restore', join(folder, 'none')]);
    expect([missing.status, missing.stderr]).toEqual([
      2,
      `writ: ${join(folder, 'none')} cannot be read: file not found\n`,
    ]);
    const refused = await run(['restore', file]);
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('--replace')]);
    const restored = await run(['restore', file, '--replace']);
    expect([restored.status, restored.stderr]).toEqual([
      0,
      `writ: 0 installations restored; the earlier records are in ${join(state, 'service.db.replaced')}\n`,
    ]);
  });
});

describe('writ serve does not start', () => {
  const start = (argv: readonly string[]): Promise<ExitedCommand> =>
    runShared(folder, ['serve', ...argv], { env: { ...env, WRIT_STATE: join(folder, 'other') } });

  it('on an address that other machines can reach, without TLS', async () => {
    const { status, stderr } = await start(['--listen', '0.0.0.0:0', '--allow-host', 'writ.example']);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/--tls-cert and --tls-key.*--behind-proxy/)]);
  });

  it('with a certificate or a key that cannot be used', async () => {
    const files = mkdtempSync(join(folder, 'files-'));
    const write = (name: string, text: string, mode = 0o600): string => {
      const file = join(files, name);
      writeFileSync(file, text);
      chmodSync(file, mode);
      return file;
    };
    const { cert: valid, key: validKey } = firstCertificate;
    const good = [write('cert', valid), write('key', validKey)] as const;
    for (const [certFile, keyFile, message] of [
      [join(files, 'none'), good[1], '--tls-cert .*none cannot be read: file not found\n$'],
      [write('text', 'text'), good[1], '--tls-cert .*text is not in PEM format'],
      [good[1], good[1], '--tls-cert .*key is not a certificate'],
      [good[0], good[0], '--tls-key .*cert is not a private key'],
      [good[0], write('open', validKey, 0o644), '--tls-key .*open can be read by all users; run chmod'],
      [good[0], write('other', createCertificate().key), 'does not belong to --tls-key'],
      [good[0], write('encrypted', createCertificate({ passphrase: 'x' }).key), 'is encrypted'],
    ] as const) {
      const { status, stderr } = await start(['--port', '0', '--tls-cert', certFile, '--tls-key', keyFile]);
      expect([status, stderr]).toEqual([2, expect.stringMatching(new RegExp(message))]);
      expect(stderr).not.toContain(readFileSync(good[1], 'utf8').split('\n')[1]);
    }
  });
});

describe('writ backup and writ restore', () => {
  it('say how PostgreSQL is backed up and restored', async () => {
    const postgres = { ...env, WRIT_DATABASE_URL: 'postgres://writ:planted@db.example/writ' };
    const backup = await runShared(folder, ['backup', 'file'], { env: postgres });
    expect([backup.status, backup.stderr]).toEqual([2, expect.stringContaining('pg_dump')]);
    const restore = await runShared(folder, ['restore', 'file'], { env: postgres });
    expect([restore.status, restore.stderr]).toEqual([2, expect.stringContaining('pg_restore')]);
    expect(backup.stderr + restore.stderr).not.toContain('planted');
    const file = join(folder, 'database-url');
    writeFileSync(file, postgres.WRIT_DATABASE_URL, { mode: 0o600 });
    const fromFile = await runShared(folder, ['backup', 'file'], {
      env: { ...env, WRIT_DATABASE_URL_FILE: file },
    });
    expect([fromFile.status, fromFile.stderr]).toEqual([2, expect.stringContaining('pg_dump')]);
  });

  it('revoke API tokens on request, and otherwise say that revoked ones are valid again', async () => {
    const people = { ...env, WRIT_STATE: join(folder, 'people') };
    const run = async (line: string, input = ''): Promise<ExitedCommand> => {
      const ended = await runShared(folder, line.split(' '), { env: people, input });
      expect([line, ended.status], ended.stderr).toEqual([line, 0]);
      return ended;
    };
    await run('user add ada --role administer', 'a-long-password');
    await run('token create backup --user ada --scope view --days 30');
    await run('backup people.backup');
    await run('token revoke 1');
    const restored = await run('restore people.backup --replace');
    expect(restored.stderr).toMatch(
      /\nwrit: 1 API token valid as in the backup, even if revoked since; .* --revoke-tokens\n$/,
    );
    expect(JSON.parse((await run('token list --format json')).stdout)).toMatchObject([{ name: 'backup' }]);
    const revoked = await run('restore people.backup --replace --revoke-tokens');
    expect(revoked.stderr).toMatch(/\nwrit: 1 API token revoked\n$/);
    expect(JSON.parse((await run('token list --format json')).stdout)).toEqual([]);
    const audit = JSON.parse((await run('audit list --format json')).stdout) as readonly object[];
    const restore = { actor: expect.any(String), credential: 'command', action: 'restore' };
    expect(audit).toMatchObject([restore, { action: 'create token' }, { action: 'add user' }]);
  });

  it('report missing records and a missing file', async () => {
    const empty = { ...env, WRIT_STATE: join(folder, 'empty') };
    const backup = await runShared(folder, ['backup', join(folder, 'new')], { env: empty });
    expect([backup.status, backup.stderr]).toEqual([2, expect.stringMatching(/no records in .*WRIT_STATE/)]);
    const restore = await runShared(folder, ['restore', join(folder, 'none')], { env: empty });
    expect([restore.status, restore.stderr]).toEqual([
      2,
      expect.stringContaining('none cannot be read: file not found'),
    ]);
    const without = await runShared(folder, ['restore'], { env: empty });
    expect([without.status, without.stderr]).toEqual([2, expect.stringContaining('missing FILE')]);
  });
});
