/** A container with systemd, whose root file system is a writable view of the one of this machine. */
import { execFileSync, spawn, spawnSync, type ChildProcess, type SpawnSyncReturns } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds until systemd has started. */
const BOOT_LIMIT = 240_000;
/** The only unit that is started with its dependencies, in the place of all services of this machine. */
const TARGET = 'writ-test.target';

export class Container {
  readonly #folder: string;
  readonly #nspawn: ChildProcess;
  /** The first process of the container. */
  readonly #leader: number;

  private constructor(folder: string, nspawn: ChildProcess, leader: number) {
    this.#folder = folder;
    this.#nspawn = nspawn;
    this.#leader = leader;
  }

  /**
   * Starts systemd. The container has a network of its own, with a loopback interface only.
   *
   * @param prepare writes files into the root file system before
   * @param mounts folders and files of this machine by their paths in the container, where they are read-only
   */
  static async start(
    prepare: (root: string) => void,
    mounts: Readonly<Record<string, string>>,
  ): Promise<Container> {
    const folder = mkdtempSync(join(tmpdir(), 'writ-container-'));
    const [layer, root] = [join(folder, 'layer'), join(folder, 'root')] as const;
    for (const each of [layer, root]) mkdirSync(each);
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', layer]);
    const [upper, work] = [join(layer, 'upper'), join(layer, 'work')] as const;
    for (const each of [upper, work]) mkdirSync(each);
    // The root of the container, which processes of other users must be able to enter.
    chmodSync(upper, 0o755);
    execFileSync('mount', [
      '-t',
      'overlay',
      'overlay',
      '-o',
      `lowerdir=/,upperdir=${upper},workdir=${work}`,
      root,
    ]);
    const units = join(root, 'etc/systemd/system');
    writeFileSync(join(units, TARGET), '[Unit]\nRequires=basic.target\nAfter=basic.target\n');
    // systemd enables this unit at its first start. It would wait for two minutes for an interface besides the loopback
    // interface.
    const waiting = join(units, 'systemd-networkd-wait-online.service');
    rmSync(waiting, { force: true });
    symlinkSync('/dev/null', waiting);
    // With the identity of this machine, several containers would write into the same journal.
    writeFileSync(join(root, 'etc/machine-id'), 'uninitialized\n');
    prepare(root);
    const binds = Object.entries(mounts).map(([to, from]) => `--bind-ro=${from}:${to}`);
    const settings = `--quiet --keep-unit --register=no --private-network --link-journal=no --machine=writ-${process.pid}`;
    const argv = [
      ...settings.split(' '),
      `--directory=${root}`,
      ...binds,
      '--boot',
      `systemd.unit=${TARGET}`,
    ];
    const nspawn = spawn('systemd-nspawn', argv, { stdio: ['ignore', 'pipe', 'pipe'] });
    let log = '';
    for (const stream of [nspawn.stdout, nspawn.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (log += text));
    const deadline = performance.now() + BOOT_LIMIT;
    for (;;) {
      const leader = findChild(nspawn.pid!);
      const container = leader === undefined ? undefined : new Container(folder, nspawn, leader);
      if (container?.run('systemctl', 'is-active', TARGET).status === 0) return container;
      if (nspawn.exitCode !== null || performance.now() > deadline) {
        await new Container(folder, nspawn, leader ?? 0).stop();
        throw new Error(`the container did not start:\n${log}`);
      }
      await pause(200);
    }
  }

  /** Runs a program in the container as root. */
  run(...argv: readonly string[]): SpawnSyncReturns<string> {
    const environment = ['env', '-i', 'HOME=/root', 'PATH=/usr/local/bin:/usr/sbin:/usr/bin'];
    const enter = ['--target', String(this.#leader), '--all', '--', ...environment];
    return spawnSync('nsenter', [...enter, ...argv], { encoding: 'utf8', timeout: 300_000 });
  }

  /** Runs a program that must succeed, and returns its output. */
  check(...argv: readonly string[]): string {
    const { status, stdout, stderr } = this.run(...argv);
    if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
    return stdout;
  }

  /** Kills all processes of the container, and deletes its files. */
  async stop(): Promise<void> {
    if (this.#nspawn.exitCode === null && this.#nspawn.signalCode === null) {
      const exited = once(this.#nspawn, 'exit');
      this.#nspawn.kill('SIGKILL');
      if (this.#leader > 0) process.kill(this.#leader, 'SIGKILL');
      await exited;
    }
    for (const mount of ['root', 'layer'])
      spawnSync('umount', ['--recursive', '--lazy', join(this.#folder, mount)], { timeout: 60_000 });
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Returns the only child of a process; undefined if it has none yet. */
function findChild(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return text === '' ? undefined : Number(text.split(' ')[0]);
  } catch {
    return undefined;
  }
}
