import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toOrigin, type NetworkSettings } from './network-settings.ts';
import { readSettings } from './settings.ts';

function read(argv: readonly string[]): NetworkSettings | readonly string[] {
  const settings = readSettings(argv, {});
  return 'network' in settings ? settings.network : settings;
}

const tls = ['--tls-cert', 'cert.pem', '--tls-key', '/etc/writ/key.pem'];

describe('the network settings of writ serve', () => {
  it('listen on the loopback interface by default', () => {
    expect(read([])).toEqual({ address: '127.0.0.1', port: 7878, hosts: [], rates: {} });
    expect(read(['--listen', 'localhost:1'])).toMatchObject({ address: '127.0.0.1', port: 1 });
    expect(read(['--listen', '[::1]:0'])).toMatchObject({ address: '::1', port: 0 });
  });

  it.each(['0.0.0.0:7878', '[::]:7878', '10.0.0.5:7878', '[2001:db8::1]:7878'])(
    'refuse %s without TLS and without a proxy, and say how to put a proxy in front',
    (address) => {
      expect(read(['--listen', address, '--allow-host', 'writ.example'])).toEqual([
        expect.stringMatching(/can be reached by other machines.*--tls-cert.*--behind-proxy/),
      ]);
    },
  );

  it('accept an address that other machines can reach with TLS', () => {
    expect(read(['--listen', '0.0.0.0:443', '--allow-host', 'Writ.example', ...tls])).toEqual({
      address: '0.0.0.0',
      port: 443,
      tls: { cert: join(process.cwd(), 'cert.pem'), key: '/etc/writ/key.pem' },
      hosts: ['writ.example'],
      rates: {},
    });
    expect(read(['--listen', '10.0.0.5:443', ...tls])).toMatchObject({ hosts: ['10.0.0.5'] });
    expect(read(['--listen', '[2001:DB8::1]:443', ...tls])).toMatchObject({ hosts: ['[2001:db8::1]'] });
  });

  it('accept an address that other machines can reach behind proxies', () => {
    const argv = ['--listen', '[::]:7878', '--allow-host', 'writ.example', '--behind-proxy', '10.0.0.2'];
    expect(read([...argv, '--behind-proxy', '2001:db8::/64'])).toMatchObject({
      proxies: { header: 'x-forwarded', addresses: ['10.0.0.2', '2001:db8::/64'] },
    });
    expect(read([...argv, '--proxy-header', 'forwarded'])).toMatchObject({
      proxies: { header: 'forwarded' },
    });
  });

  it('allow the host name of the address that agents use', () => {
    const folder = mkdtempSync(join(tmpdir(), 'writ-netboot-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const name of ['kernel', 'initramfs', 'medium']) writeFileSync(join(folder, name), '');
    const netboot = ['--netboot', '192.0.2.1:7879', '--netboot-files', folder];
    const options = ['--listen', '0.0.0.0:443', ...tls, ...netboot, '--agent-url'];
    expect(read([...options, 'https://Writ.example:8443'])).toMatchObject({ hosts: ['writ.example'] });
    expect(read([...options, 'https://[2001:db8::1]'])).toMatchObject({ hosts: ['[2001:db8::1]'] });
    expect(read([...options, 'no address'])).toContainEqual(expect.stringContaining('missing --allow-host'));
  });

  it('require a host name if clients do not use the address', () => {
    for (const argv of [
      ['--listen', '0.0.0.0:443', ...tls],
      ['--behind-proxy', '127.0.0.1'],
      ['--listen', '10.0.0.5:80', '--behind-proxy', '10.0.0.2'],
    ])
      expect(read(argv)).toEqual(expect.arrayContaining([expect.stringContaining('missing --allow-host')]));
  });

  it.each([
    [['--listen', '7878'], 'invalid --listen "7878"'],
    [['--listen', 'writ.example:7878'], 'invalid --listen'],
    [['--listen', '[10.0.0.5]:7878'], 'invalid --listen'],
    [['--listen', '127.0.0.1:70000'], 'invalid --listen'],
    [['--listen', '127.0.0.1:1', '--port', '1'], 'use only one of --listen and --port'],
    [['--tls-cert', 'a'], '--tls-cert requires --tls-key'],
    [['--tls-key', 'a'], '--tls-key requires --tls-cert'],
    [['--allow-host', 'https://writ.example'], 'invalid --allow-host'],
    [['--proxy-header', 'forwarded'], '--proxy-header requires --behind-proxy'],
    [['--behind-proxy', 'proxy', '--allow-host', 'a'], 'invalid --behind-proxy "proxy"'],
    [['--behind-proxy', '0.0.0.0/0', '--allow-host', 'a'], 'invalid --behind-proxy'],
    [['--behind-proxy', '10.0.0.0/33', '--allow-host', 'a'], 'invalid --behind-proxy'],
    [['--token-rate=-1'], 'invalid --token-rate'],
    [['--address-rate', 'many'], 'invalid --address-rate'],
  ])('refuse %j', (argv, message) => {
    expect(read(argv)).toEqual([expect.stringContaining(message)]);
  });

  it('contain rates, and 0 for no limit', () => {
    expect(read(['--token-rate', '0', '--address-rate', '10'])).toMatchObject({
      rates: { token: 0, address: 10 },
    });
  });
});

describe('toOrigin', () => {
  const origin = (argv: readonly string[], url: string): string =>
    toOrigin(read(argv) as NetworkSettings, url);

  it('returns the name that clients use', () => {
    const named = ['--allow-host', 'writ.example'];
    expect(origin([], 'http://127.0.0.1:7878')).toBe('http://127.0.0.1:7878');
    expect(origin(named, 'http://127.0.0.1:7878')).toBe('http://127.0.0.1:7878');
    expect(origin([...named, ...tls], 'https://127.0.0.1:8443')).toBe('https://writ.example:8443');
    expect(origin([...named, ...tls], 'https://127.0.0.1')).toBe('https://writ.example:443');
    expect(origin([...named, '--behind-proxy', '127.0.0.1'], 'http://127.0.0.1:1')).toBe(
      'https://writ.example',
    );
  });
});
