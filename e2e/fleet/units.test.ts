/** Runs the commands of the guide that start the units, with the systemd of this machine in a container. */
import { chmodSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate } from '../../scripts/certificates.ts';
import { parseBlocks } from '../../scripts/docs/blocks.ts';
import { startPostgres, type DatabaseServer } from '../stores/servers.ts';
import { Container } from './container.ts';

const LIMIT = { timeout: 240_000, interval: 500 };
const repository = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(join(repository, 'docs/guide/fleet/operation.md'), 'utf8');
const blocks = parseBlocks(page).map(({ text }) => text);
const first = createCertificate({ host: 'writ.example' });
const second = createCertificate({ host: 'writ.example' });

let database: DatabaseServer;
let container: Container;

/** Runs the block of the page that contains a string, in the folder of the repository. */
function runBlock(part: string): void {
  const text = blocks.find((block) => block.includes(part))!;
  const script = text
    .replace(/postgres:\/\/writ:PASSWORD@\S+(?=')/, 'postgres://postgres@/postgres?host=/opt/postgres')
    // A checkout would build its demonstration mirror.
    .replace(
      /tls\.key' > \/etc\/writ\/service\.conf/,
      "tls.key --no-demonstration' > /etc/writ/service.conf",
    );
  container.check('sh', '-euc', `cd /opt/writ\n${script}`);
}

/** Returns a property of a unit. */
function property(unit: string, name: string): string {
  return container.check('systemctl', 'show', '--property', name, '--value', unit).trim();
}

/** Requests a path over TLS, and returns the status and the body. */
function request(path: string, token = ''): readonly [status: number, body: string] {
  const options = '--silent --cacert /etc/writ/tls.crt --resolve writ.example:7878:127.0.0.1';
  const { stdout } = container.run(
    'curl',
    ...options.split(' '),
    '--header',
    `Authorization: Bearer ${token}`,
    '--write-out',
    '\n%{http_code}',
    `https://writ.example:7878${path}`,
  );
  const lines = stdout.split('\n');
  return [Number(lines.at(-1)), lines.slice(0, -1).join('\n')];
}

/** The user and the secrets in the environment of the main process of a unit. */
function inspect(unit: string): {
  readonly user: string;
  readonly environment: string;
  readonly status: string;
} {
  const pid = property(unit, 'MainPID');
  return {
    user: container.check('stat', '--format', '%U', `/proc/${pid}`).trim(),
    environment: container.check('cat', `/proc/${pid}/environ`),
    status: container.check('cat', `/proc/${pid}/status`),
  };
}

beforeAll(async () => {
  database = await startPostgres();
  // The user of the units connects to the socket in this folder.
  chmodSync(database.folder, 0o711);
  const prepare = (root: string): void => {
    mkdirSync(join(root, 'opt/writ'), { recursive: true });
    mkdirSync(join(root, 'opt/postgres'));
    mkdirSync(join(root, 'etc/sysusers.d'), { recursive: true });
    writeFileSync(join(root, 'usr/local/bin/node'), '');
    symlinkSync('/opt/writ/node_modules/.bin/writ', join(root, 'usr/local/bin/writ'));
    writeFileSync(join(root, 'root/tls.crt'), first.cert);
    writeFileSync(join(root, 'root/tls.key'), first.key, { mode: 0o600 });
  };
  container = await Container.start(prepare, {
    '/opt/writ': realpathSync(repository),
    '/opt/postgres': database.folder,
    '/usr/local/bin/node': realpathSync(process.execPath),
  });
  runBlock('systemd-sysusers');
});
afterAll(async () => {
  await container?.stop();
  await database?.stop();
});

describe('writ.service', () => {
  it('starts with the commands of the guide as the user writ, with its secrets in credentials', async () => {
    runBlock('systemctl enable --now writ\n');
    await expect.poll(() => request('/ready')[0], LIMIT).toBe(200);
    const { user, environment } = inspect('writ');
    expect(user).toBe('writ');
    const secrets = ['seal-key', 'metrics-token'].map((name) =>
      container.check('cat', `/etc/writ/${name}`).trim(),
    );
    for (const secret of secrets) expect(environment).not.toContain(secret);
    expect(request('/metrics', secrets[1])[0]).toBe(200);
    expect(request('/metrics')[0]).toBe(401);
    const folder = container.check('stat', '--format', '%U %a', '/var/lib/writ/service').trim();
    expect(folder).toBe('writ 700');
    const journal = container.check('journalctl', '--unit', 'writ', '--output', 'cat');
    expect(journal).toMatch(/^\{"time":/m);
    expect(journal).not.toContain('#code=');
  });

  it('accepts the commands for users, reads a new certificate at a reload, and starts again after a kill', async () => {
    container.check(
      'sh',
      '-euc',
      'echo a-long-password | runuser -u writ -- env WRIT_STATE=/var/lib/writ/service writ user add ada --role administer',
    );
    expect(request('/session')).toEqual([200, '{"login":true}']);
    container.check('sh', '-euc', `cat > /etc/writ/tls.key <<'end'\n${second.key}end`);
    container.check('sh', '-euc', `cat > /etc/writ/tls.crt <<'end'\n${second.cert}end`);
    // The client trusts the second certificate only.
    expect(request('/ready')[0]).toBe(0);
    container.check('systemctl', 'reload', 'writ');
    await expect.poll(() => request('/ready')[0], LIMIT).toBe(200);

    const before = property('writ', 'MainPID');
    container.check('systemctl', 'kill', '--kill-who', 'main', '--signal', 'KILL', 'writ');
    await expect.poll(() => request('/ready')[0], LIMIT).toBe(0);
    await expect.poll(() => request('/ready')[0], LIMIT).toBe(200);
    expect(property('writ', 'MainPID')).not.toBe(before);
    expect(request('/session')).toEqual([200, '{"login":true}']);
  });

  it('stops without an error, and does not start again and again with invalid settings', async () => {
    container.check('systemctl', 'stop', 'writ');
    expect([property('writ', 'Result'), property('writ', 'ExecMainStatus')]).toEqual(['success', '0']);
    container.check('sh', '-euc', 'echo WRIT_OPTIONS=--listen 0.0.0.0:7878 > /etc/writ/service.conf');
    container.run('systemctl', 'start', 'writ');
    await expect.poll(() => property('writ', 'ActiveState'), LIMIT).toBe('failed');
    expect([property('writ', 'ExecMainStatus'), property('writ', 'NRestarts')]).toEqual(['2', '0']);
    expect(container.check('journalctl', '--unit', 'writ', '--output', 'cat')).toContain('--tls-cert');
    container.check('systemctl', 'disable', '--now', 'writ');
  });
});

describe('writ-server.service and writ-worker@.service', () => {
  const units = ['writ-server', 'writ-worker@1', 'writ-worker@2'];

  const listWorkers = (): readonly { readonly id: string; readonly labels: object }[] => {
    const [, body] = request('/api/workers', container.check('cat', '/etc/writ/token').trim());
    return JSON.parse(body) as readonly { readonly id: string; readonly labels: object }[];
  };

  it('start with the commands of the guide, and share the database', async () => {
    runBlock('systemctl enable --now writ-server');
    await expect.poll(() => request('/ready')[0], LIMIT).toBe(200);
    const token = container.check('cat', '/etc/writ/token').trim();
    await expect.poll(() => listWorkers().length, LIMIT).toBe(2);
    expect(listWorkers().map(({ labels }) => labels)).toEqual(
      expect.arrayContaining([{ unit: '1' }, { unit: '2' }]),
    );
    for (const unit of units) {
      const { user, environment } = inspect(unit);
      expect([unit, user]).toEqual([unit, 'writ']);
      expect(environment).not.toContain(token);
      expect(environment).not.toContain('postgres://');
    }
  });

  it('prevent the server from gaining privileges, but not the workers, which install', () => {
    const preventing = units.map((unit) => /^NoNewPrivs:\t(\d)$/m.exec(inspect(unit).status)?.[1]);
    expect(preventing).toEqual(['1', '0', '0']);
  });

  it('stop without an error', async () => {
    const earlier = new Set(listWorkers().map(({ id }) => id));
    container.check('systemctl', 'restart', 'writ-worker@1');
    const countNew = (): number => listWorkers().filter(({ id }) => !earlier.has(id)).length;
    await expect.poll(countNew, LIMIT).toBe(1);
    container.check('systemctl', 'stop', ...units);
    for (const unit of units)
      expect([unit, property(unit, 'Result'), property(unit, 'ExecMainStatus')]).toEqual([
        unit,
        'success',
        '0',
      ]);
  });
});
