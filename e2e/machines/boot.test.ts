/** Tests the complete path once: Writ turns a configuration into an encrypted image that boots as configured. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMirror, serveMirror, type MirrorServer } from '@writ/mirror';
import { canaries, passphrase, Workbench, type Ended } from '../installation.ts';
import { count } from '../scan.ts';
import { unlock } from './assertions.ts';
import { emulated, Machine } from './qemu.ts';

const secrets = [...Object.values(canaries), passphrase];

describe('an installation of examples/install/minimal.json with an extended account and encryption', () => {
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJYqd0Ibbh3dJt0DvD9XqUA1JYfKMXDVBLfv5tIYBgSh ada';
  const bench = new Workbench({
    'x-writ': {
      accounts: {
        ada: {
          'full-name': 'Ada Lovelace',
          groups: ['writers'],
          'home-mode': '0750',
          'authorized-keys': [key],
        },
      },
      disk: { luks: { '!passphrase': passphrase, 'kdf-memory': 32, 'kdf-rounds': 4 } },
    },
  });
  const cache = mkdtempSync(join(tmpdir(), 'writ-e2e-cache-'));
  let mirror: MirrorServer;
  let run: Ended;
  /** Maximum number of parallel downloads. */
  let together = 0;

  beforeAll(async () => {
    const { root } = await buildMirror({ set: 'full', log: (line) => console.log(line) });
    let open = 0;
    mirror = await serveMirror(root, {
      injectFault: (path, _request, response) => {
        if (!/\.pkg\.tar\.\w+$/.test(path)) return;
        together = Math.max(together, (open += 1));
        response.once('close', () => (open -= 1));
      },
    });
    // An encrypted image is not sparse.
    run = await bench.install(mirror.address, ['--image-size', '2560M'], { cache, watch: true });
  });

  afterAll(async () => {
    await mirror?.close();
    bench[Symbol.dispose]();
    rmSync(cache, { recursive: true, force: true });
  });

  it('completes', () => {
    expect(run.status, run.stderr).toBe(0);
    expect(existsSync(bench.target)).toBe(true);
    expect(run.events.filter((event) => event.type === 'finish' && event.outcome === 'failed')).toEqual([]);
  });

  it('downloads everything in parallel before the first write, and runs every step once', () => {
    const order = run.events.flatMap((event) =>
      event.type === 'start' || event.type === 'finish' ? [`${event.type} ${event.id}`] : [],
    );
    expect(together).toBeGreaterThan(1);
    expect(order.indexOf('finish download')).toBe(order.indexOf('start download') + 1);
    expect(order.indexOf('start tree')).toBe(order.indexOf('finish download') + 1);
    const said = (text: string): number =>
      run.events.filter((event) => event.type === 'log' && event.text.includes(text)).length;
    expect(said(':: Processing package changes...')).toBe(1);
    // The hook that builds the initramfs is not part of the transaction.
    expect(said('Updating linux initcpios')).toBe(0);
    expect(said('==> Image generation successful')).toBe(1);
  });

  it('leaves no mounts or processes behind', () => {
    expect(bench.mounts).toEqual([]);
    expect(bench.processes).toEqual([]);
  });

  it('reveals no password in output, events, processes, environments, files or the image', async () => {
    const said = [run.stderr, run.processes, JSON.stringify(run.events)].join('\n');
    expect(run.processes).toContain('pacman');
    for (const secret of secrets) expect(said).not.toContain(secret);
    expect(await bench.leaks()).toEqual([]);
    expect(await count(bench.config, secrets)).toBe(3);
    expect(await count(bench.target, ['arch-linux.conf'])).toBeGreaterThan(0);
    expect(await count(bench.target, secrets)).toBe(0);
  });

  it('creates an image that boots as configured', emulated, async () => {
    await using machine = new Machine([bench.target]);
    await unlock(machine);
    await machine.login('ada', canaries.user);
    const answer = async (command: string): Promise<string> => (await machine.run(command)).output;

    // Check that every unit has started without a failure.
    const running = await machine.run('systemctl is-system-running --wait', 240_000);
    expect(running).toEqual({ output: 'running', status: 0 });
    expect(await answer('cat /proc/sys/kernel/hostname')).toBe('demonstration');
    expect(await answer('readlink /etc/localtime')).toMatch(/\/Europe\/Berlin$/);
    expect(await answer('test "$(uname -r)" = "$(ls /usr/lib/modules)" && echo same')).toBe('same');
    expect(await answer('cat /etc/motd')).toBe('installed by Writ');
    expect(await answer('systemctl is-enabled sshd')).toBe('enabled');
    expect(await answer('systemctl is-active sshd')).toBe('active');
    expect(await answer('findmnt -no FSTYPE /; findmnt -no FSTYPE /boot')).toBe('ext4\nvfat');
    expect(await answer('findmnt -no SOURCE /')).toBe('/dev/mapper/root');
    expect(await answer('cat /etc/machine-id | wc -c')).toBe('33');

    expect(await answer('getent passwd ada | cut -d: -f5')).toBe('Ada Lovelace');
    expect(await answer('id -nG')).toBe('ada wheel writers');
    expect(await answer('stat -c "%U %a" ~ ~/.ssh ~/.ssh/authorized_keys')).toBe('ada 750\nada 700\nada 600');
    expect(await answer('cat ~/.ssh/authorized_keys')).toBe(key);

    const sudo = await machine.run(`sudo -S -p '' id -un <<< ${canaries.user}`);
    expect(sudo).toEqual({ output: 'root', status: 0 });
    const shadow = await machine.run('sudo sh -c \'cut -d: -f2 /etc/shadow | grep -c "^[$]"\'');
    expect(shadow.output).toBe('2');
    const left = await machine.run(
      `sudo grep -rlE "${secrets.join('|')}" /etc /var /root /home /boot`,
      120_000,
    );
    expect(left).toEqual({ output: '', status: 1 });

    machine.send('exit\n');
    await machine.login('root', canaries.root);
    expect(await answer('id -un')).toBe('root');
  });
});
