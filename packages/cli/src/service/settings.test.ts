import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readSettings } from './settings.ts';

describe('the settings of writ serve', () => {
  it('have defaults, except for the token', () => {
    expect(readSettings([], {})).toEqual({
      network: { address: '127.0.0.1', port: 7878, hosts: [], rates: {} },
      allowDevices: false,
      state: join(homedir(), '.local/state/writ'),
      images: join(homedir(), '.local/share/writ/images'),
      newToken: false,
      link: false,
      machine: {},
      drain: 0,
      logsJson: false,
      demonstration: true,
    });
  });

  it('are read from options before environment variables', () => {
    const environment = {
      PORT: '8080',
      WRIT_STATE: '/state',
      WRIT_IMAGES: 'images',
      WRIT_DATABASE_URL: 'postgres://writ@db.example/writ',
      WRIT_TOKEN: 'a-token-of-my-own-choosing',
      WRIT_METRICS_TOKEN: 'another-token-for-metrics',
      WRIT_SEAL_KEY_FILE: 'seal.key',
      WRIT_WEBHOOKS_FILE: 'webhooks.json',
      XDG_STATE_HOME: '/elsewhere',
    };
    expect(readSettings(['--port', '9090', '--allow-devices'], environment)).toEqual({
      network: { address: '127.0.0.1', port: 9090, hosts: [], rates: {} },
      allowDevices: true,
      state: '/state',
      images: join(process.cwd(), 'images'),
      databaseUrl: 'postgres://writ@db.example/writ',
      token: 'a-token-of-my-own-choosing',
      metricsToken: 'another-token-for-metrics',
      sealKeyFile: join(process.cwd(), 'seal.key'),
      webhooksFile: join(process.cwd(), 'webhooks.json'),
      newToken: false,
      link: false,
      machine: {},
      drain: 0,
      logsJson: false,
      demonstration: true,
    });
    expect(readSettings([], environment)).toMatchObject({ network: { port: 8080 }, allowDevices: false });
    expect(readSettings([], { XDG_STATE_HOME: '/x', XDG_DATA_HOME: '/y' })).toMatchObject({
      state: '/x/writ',
      images: '/y/writ/images',
    });
  });

  it('include the demonstration mirror, except with --no-demonstration and with --workers', () => {
    const database = { WRIT_DATABASE_URL: 'postgres://writ@db.example/writ' };
    expect(readSettings(['--no-demonstration'], {})).toMatchObject({ demonstration: false });
    expect(readSettings(['--workers', '--host', 'a'], database)).toMatchObject({ demonstration: false });
    expect(readSettings([], database)).toMatchObject({ demonstration: true });
  });

  it('include limits for machines', () => {
    expect(readSettings(['--machine-memory', '2G', '--machine-limit', '1h'], {})).toMatchObject({
      machine: { memory: 2048, duration: 3_600_000 },
    });
    expect(readSettings(['--machine-memory', '2M', '--machine-limit', '48h'], {})).toEqual([
      expect.stringContaining('invalid --machine-memory'),
      expect.stringContaining('invalid --machine-limit'),
    ]);
  });

  it('include the time in which installations may end, and the format of messages', () => {
    expect(readSettings(['--drain', '10m', '--log-format', 'json'], {})).toMatchObject({
      drain: 600_000,
      logsJson: true,
    });
    expect(readSettings(['--drain', '25h'], {})).toEqual([expect.stringContaining('invalid --drain')]);
  });

  it('report unusable files of the certificate together with other problems', () => {
    const tls = ['--tls-cert', '/none/tls.crt', '--tls-key', '/none/tls.key'];
    expect(readSettings(['--listen', '0.0.0.0:7878', ...tls], {})).toEqual([
      expect.stringContaining('missing --allow-host'),
      '--tls-cert /none/tls.crt cannot be read: file not found',
    ]);
  });

  it('read secrets from files, whose contents are not quoted', () => {
    const folder = mkdtempSync(join(tmpdir(), 'writ-settings-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const write = (name: string, text: string, mode = 0o600): string => {
      const file = join(folder, name);
      writeFileSync(file, text, { mode });
      chmodSync(file, mode);
      return file;
    };
    const files = {
      WRIT_TOKEN_FILE: write('token', 'a-token-of-my-own-choosing\n'),
      WRIT_METRICS_TOKEN_FILE: write('metrics', 'another-token-for-metrics'),
      WRIT_DATABASE_URL_FILE: write('url', 'postgres://writ:canary@db.example/writ\n'),
    };
    expect(readSettings([], files)).toMatchObject({
      token: 'a-token-of-my-own-choosing',
      metricsToken: 'another-token-for-metrics',
      databaseUrl: 'postgres://writ:canary@db.example/writ',
    });
    const problems = readSettings([], {
      ...files,
      WRIT_TOKEN: 'a-token-of-my-own-choosing',
      WRIT_METRICS_TOKEN_FILE: write('open', 'canary-token-for-metrics', 0o644),
      WRIT_DATABASE_URL_FILE: write('empty', '\n'),
    });
    expect(problems).toEqual([
      'WRIT_TOKEN and WRIT_TOKEN_FILE are both set: use only one of them',
      expect.stringMatching(/^WRIT_METRICS_TOKEN_FILE .* can be read by other users/),
      expect.stringMatching(/^WRIT_DATABASE_URL_FILE .* is empty/),
    ]);
    expect(String(problems)).not.toContain('canary');
    // systemd's credentials can have permissions for the group.
    process.env['CREDENTIALS_DIRECTORY'] = folder;
    onTestFinished(() => void delete process.env['CREDENTIALS_DIRECTORY']);
    chmodSync(files.WRIT_TOKEN_FILE, 0o440);
    expect(readSettings([], files)).toMatchObject({ token: 'a-token-of-my-own-choosing' });
  });

  it('include the name of the machine if workers run the installations', () => {
    const shared = { WRIT_DATABASE_URL: 'postgres://writ@db.example/writ' };
    expect(readSettings(['--workers', '--host', 'a'], shared)).toMatchObject({ workersOf: 'a' });
    expect(readSettings([], shared)).not.toHaveProperty('workersOf');
    expect(readSettings(['--workers', '--host', 'a'], {})).toEqual([
      '--workers requires a PostgreSQL database: set WRIT_DATABASE_URL to its address',
    ]);
    expect(readSettings(['--host', 'a'], shared)).toEqual(['--host requires --workers']);
    expect(readSettings(['--workers', '--host', 'a b'], shared)).toEqual([
      expect.stringContaining('invalid --host'),
    ]);
  });

  it('include only addresses of PostgreSQL databases, and do not quote others', () => {
    expect(readSettings([], { WRIT_DATABASE_URL: 'mysql://me:canary@host/db' })).toEqual([
      'invalid WRIT_DATABASE_URL: use the address of a PostgreSQL database, such as postgres://user@host/database',
    ]);
  });

  it('ignore empty environment variables', () => {
    expect(readSettings([], { PORT: '', WRIT_STATE: '', WRIT_TOKEN: '' })).toMatchObject({
      network: { port: 7878 },
    });
  });

  it.each(['x', '-1', '70000', '80.5', '0x50', ' '])('reject "%s" as a port', (port) => {
    expect(readSettings([], { PORT: port })).toEqual([expect.stringContaining('invalid PORT')]);
  });

  it.each([
    [['--link', '--port', '1'], {}],
    [['--link', '--new-token'], {}],
    [['--link', '--machine-limit', '1h'], {}],
    [['--link', '--allow-devices'], {}],
    [['--link', '--workers', '--host', 'a'], { WRIT_DATABASE_URL: 'postgres://writ@db.example/writ' }],
    [['--new-token'], { WRIT_TOKEN: 'a-token-of-my-own-choosing' }],
  ])('reject the contradictory options and variables %j %j', (argv, environment) => {
    const problems = readSettings(argv, environment);
    expect(problems).toEqual([expect.stringContaining(argv[0]!)]);
    expect(String(problems)).not.toContain('choosing');
  });

  it.each(['short canary', 'a-token-of-my-own-choosing'])('reject the metrics token %s', (metrics) => {
    const environment = { WRIT_TOKEN: 'a-token-of-my-own-choosing', WRIT_METRICS_TOKEN: metrics };
    expect(readSettings([], environment)).toEqual([
      expect.stringMatching(/^invalid WRIT_METRICS_TOKEN: (?!.*(?:canary|choosing))/),
    ]);
  });

  it('report all errors together, without the token', () => {
    const problems = readSettings(['--prot', '1'], { PORT: 'x', WRIT_TOKEN: 'short canary' }) as string[];
    expect(problems).toHaveLength(3);
    expect(problems.join()).toContain('--prot');
    expect(problems.join()).not.toContain('canary');
  });
});
