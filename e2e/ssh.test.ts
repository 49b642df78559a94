/** Tests installations onto a disk of a host that is reached with Debian's OpenSSH server. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildMirror, serveMirror, type MirrorServer } from '@writ/mirror';
import type { InstallEvent } from '@writ/installer';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildExecutable } from '../scripts/exe/build-executable.ts';
import { makeArchive } from '../scripts/medium/archive.ts';
import { buildSystem } from '../scripts/medium/system.ts';
import { canaries, Workbench } from './installation.ts';
import { hasLoopDevices, LoopDisk, run } from './loop-disk.ts';
import { HERE, SshHost } from './ssh-host.ts';

const writ = resolve(fileURLToPath(import.meta.url), '../../packages/cli/bin/writ.js');

describe.skipIf(!hasLoopDevices())('writ install --ssh (skipped on machines without loop devices)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'writ-ssh-'));
  const archive = join(folder, 'system.tar.gz');
  const host = new SshHost(folder);
  let mirror: MirrorServer;
  let disk: LoopDisk;
  let bench: Workbench;

  beforeAll(async () => {
    const log = (line: string): void => console.log(line);
    const built = await buildMirror({ set: 'tiny', log });
    const system = await buildSystem({ log, key: built, compress: false });
    const executable = join(folder, 'writ');
    await buildExecutable(executable);
    await makeArchive(system, executable, archive, 1);
    await host.start();
    mirror = await serveMirror(built.root, { host: HERE });
    disk = new LoopDisk(join(folder, 'disk.raw'), '2G');
    bench = new Workbench({
      bootloader: 'grub-install',
      harddrives: [disk.path],
      'mirror-region': { Test: { [mirror.address]: true } },
      '!root-password': { $secret: 'root' },
    });
    writeFileSync(join(folder, 'root'), canaries.root);
  });

  afterAll(async () => {
    bench?.[Symbol.dispose]();
    disk?.[Symbol.dispose]();
    await mirror?.close();
    host[Symbol.dispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Ended {
    readonly status: number | null;
    readonly stderr: string;
    readonly events: readonly InstallEvent[];
  }

  /**
   * Installs, and calls `onEvent` with the process for each event.
   */
  async function install(
    args: readonly string[],
    onEvent: (event: InstallEvent, interrupt: () => void) => void = () => {},
    isKnown = true,
  ): Promise<Ended> {
    const destination = ['--ssh', host.destination, ...host.options(isKnown), '--ssh-system', archive];
    const secret = ['--secret', `root=@${join(folder, 'root')}`];
    const child = spawn(
      process.execPath,
      [
        writ,
        'install',
        bench.config,
        ...destination,
        ...secret,
        '--firmware=bios',
        '--advanced',
        '--events=-',
        ...args,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'], timeout: 10 * 60_000 },
    );
    const events: InstallEvent[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = JSON.parse(line) as InstallEvent;
      events.push(event);
      onEvent(event, () => child.kill('SIGINT'));
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => (stderr += part));
    return new Promise((done, fail) => {
      child.on('error', fail);
      child.on('close', (status) => done({ status, stderr, events }));
    });
  }

  /** Waits until the host has neither the processes nor the mounts of an installation. */
  async function expectNothingLeft(): Promise<void> {
    await vi.waitFor(
      () => {
        expect(disk.free).toBe(true);
        expect(run('ps', '-e', '-o', 'args=')).not.toMatch(/writ install machine\.json/);
      },
      { timeout: 60_000, interval: 500 },
    );
    expect(readFileSync('/proc/self/mounts', 'utf8')).not.toMatch(/^writ \/mnt /m);
  }

  it('is refused if the key of the host is unknown', async () => {
    const { status, stderr, events } = await install(['--yes', '--wipe'], undefined, false);
    expect([status, events]).toEqual([3, []]);
    expect(stderr).toContain('Host key verification failed.');
    expect(stderr).toContain(`cannot connect to ${host.destination}, so nothing was written`);
  });

  it('refuses a disk that the host uses, and reports it here', async () => {
    run('mkfs.ext4', '-q', disk.path);
    const mounted = join(folder, 'mounted');
    mkdirSync(mounted);
    run('mount', disk.path, mounted);
    try {
      const { status, stderr } = await install(['--yes', '--wipe']);
      expect(status, stderr).toBe(3);
      expect(stderr).toContain(`error W1603 target-in-use: ${disk.path}`);
      expect(stderr).toContain('machine.json:');
    } finally {
      run('umount', mounted);
    }
    await expectNothingLeft();
  });

  it('stops on the host when it is interrupted here, resumes, and completes the system, without revealing a secret', async () => {
    let arguments_ = '';
    const interrupted = await install(['--yes', '--wipe'], (event, interrupt) => {
      if (event.type !== 'start' || event.id !== 'packages') return;
      arguments_ = run('ps', '-e', '-o', 'args=');
      interrupt();
    });
    expect(interrupted.status, interrupted.stderr).toBe(130);
    expect(interrupted.stderr).toContain('run the same command with --resume to continue');
    expect(interrupted.events.at(-1)).toMatchObject({
      type: 'finish',
      id: 'install',
      outcome: 'interrupted',
    });
    await expectNothingLeft();

    const resumed = await install(['--yes', '--wipe', '--resume']);
    expect(resumed.status, resumed.stderr).toBe(0);
    expect(resumed.events.at(-1)).toMatchObject({ type: 'finish', id: 'install', outcome: 'done' });
    await expectNothingLeft();
    const look = join(folder, 'look');
    mkdirSync(look);
    disk.mounted(2, look, () => {
      expect(readFileSync(join(look, 'etc/motd'), 'utf8')).toBe('installed by Writ\n');
      expect(readFileSync(join(look, 'etc/shadow'), 'utf8')).toMatch(/^root:\$.*^ada:\$/ms);
    });
    expect(arguments_).toContain('writ install machine.json');
    const shown = [arguments_, interrupted.stderr, resumed.stderr, JSON.stringify(resumed.events)].join('\n');
    for (const secret of Object.values(canaries)) expect(shown).not.toContain(secret);
  });
});
