/** Tests installations into mounted file systems, and commands that run on the installing system. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canaries, Workbench, type Ended } from './installation.ts';
import { atStart, endsOf, killedAt, type Moment } from './kill-at.ts';
import { hasLoopDevices, LoopDisk, run } from './loop-disk.ts';
import { sharedMirror } from './shared-mirror.ts';

const { mirror, cache } = sharedMirror();

const table = `label: gpt
a1: start=2048, size=2048, type=21686148-6449-6e6f-744e-656564454649
a2: start=4096, size=4194304, type=linux
a3: start=4198400, size=262144, type=linux
a4: start=4460544, size=524288, type=c12a7328-f81f-11d2-ba4b-00a0c93ec93b
`;

/** A folder with the file systems of a new system, of which the one for /home contains a file. */
class FolderBench extends Workbench {
  readonly disk: LoopDisk = new LoopDisk(join(this.folder, 'system.raw'), '3G');
  override readonly target: string = join(this.folder, 'new');
  readonly state: string = join(this.folder, 'state');
  readonly firmware: 'uefi' | 'bios';

  constructor(firmware: 'uefi' | 'bios') {
    super({
      bootloader: firmware === 'bios' ? 'grub-install' : 'systemd-bootctl',
      'x-writ': { disk: { layout: 'mounted' } },
    });
    this.firmware = firmware;
    try {
      this.#prepare();
    } catch (error) {
      this[Symbol.dispose]();
      throw error;
    }
  }

  #prepare(): void {
    const { path } = this.disk;
    const options = ['--quiet', '--no-reread', '--no-tell-kernel', path];
    execFileSync('sfdisk', options, { input: table, stdio: ['pipe', 'ignore', 'ignore'] });
    run('partx', '--add', path);
    run('mkfs.ext4', '-q', this.disk.partition(2));
    run('mkfs.ext4', '-q', this.disk.partition(3));
    run('mkfs.vfat', this.disk.partition(4));
    this.mount();
    writeFileSync(join(this.target, 'home/photo'), 'a photo');
  }

  mount(): void {
    run('mount', '--mkdir', '-o', 'noatime', this.disk.partition(2), this.target);
    run('mount', '--mkdir', this.disk.partition(3), join(this.target, 'home'));
    if (this.firmware === 'uefi') run('mount', '--mkdir', this.disk.partition(4), join(this.target, 'boot'));
  }

  unmount(): void {
    run('umount', '--recursive', this.target);
  }

  get digest(): string {
    return this.planDigest(mirror.address, ['--firmware', this.firmware]);
  }

  into(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
    return this.install(mirror.address, ['--firmware', this.firmware, ...args], {
      cache,
      environment: { WRIT_STATE: this.state, ...environment },
    });
  }

  text(path: string): string {
    return readFileSync(join(this.target, path), 'utf8');
  }

  override [Symbol.dispose](): void {
    spawnSync('umount', ['--recursive', this.target]);
    this.disk[Symbol.dispose]();
    super[Symbol.dispose]();
  }
}

/** Changes keys of the configuration of a workbench. */
function changeConfig({ config }: Workbench, changes: object): void {
  const before = JSON.parse(readFileSync(config, 'utf8')) as object;
  writeFileSync(config, JSON.stringify({ ...before, ...changes }));
}

/** The kernel of a container may lack FAT. The probe always fails, but only for a known type with another message. */
const canMountFat = !spawnSync('mount', ['-t', 'vfat', '-o', 'ro', '/dev/null', '/'], {
  encoding: 'utf8',
}).stderr.includes('unknown filesystem type');

describe.skipIf(!hasLoopDevices())('a prepared folder (skipped on machines without loop devices)', () => {
  it('becomes a system for BIOS machines, even if the installation is killed at each step', async () => {
    using bench = new FolderBench('bios');
    const refused = await bench.into(['--wipe']);
    expect(refused.status, refused.stderr).toBe(3);
    expect(refused.stderr).toContain('W1802 no-consent');

    const consent = ['--plan-sha256', bench.digest];
    const moments: readonly Moment[] = [
      ...endsOf('tree'),
      { argument: 'mounted', when: { says: 'installing linux' } },
      atStart('user-ada'),
      ...endsOf('device-boot-code'),
      ...endsOf('sync-folder'),
    ];
    for (const [index, moment] of moments.entries()) {
      const killed = await bench.into([...consent, ...(index === 0 ? [] : ['--resume'])], killedAt(moment));
      expect(killed.signal, `${JSON.stringify(moment)}: ${killed.stderr}`).toBe('SIGKILL');
      // As after a restart of a live system, which loses the state.
      if (index === 3) {
        run('rm', '-rf', bench.state);
        bench.unmount();
        bench.mount();
      }
    }
    const ended = await bench.into(['--resume']);
    expect(ended.status, ended.stderr).toBe(0);

    expect(bench.text('home/photo')).toBe('a photo');
    expect(bench.text('etc/shadow')).toMatch(/^root:\$.*^ada:\$/ms);
    const uuid = (number: number): string =>
      run('blkid', '--probe', '--output', 'value', '--match-tag', 'UUID', bench.disk.partition(number));
    expect(bench.text('etc/fstab')).toBe(
      `UUID=${uuid(2)} / ext4 rw,relatime,noatime 0 1\nUUID=${uuid(3)} /home ext4 rw,relatime 0 2\n`,
    );
    expect(bench.text('boot/grub/grub.cfg')).toContain(`root=UUID=${uuid(2)}`);
    const code = join(bench.target, 'boot/grub/i386-pc/boot.img');
    expect(run('cmp', '--bytes=440', bench.disk.path, code)).toBe('');
    expect(existsSync(join(bench.target, 'var/log/writ/journal'))).toBe(false);
    expect(JSON.parse(bench.text('var/log/writ/config.json'))).toMatchObject({
      'x-writ': { disk: { layout: 'mounted' } },
      'x-plan': { options: expect.arrayContaining([`--target=${bench.target}`]) },
    });
    expect(await bench.leaks()).toEqual([]);
    const folders = join(bench.state, 'disks');
    expect(existsSync(folders) ? readdirSync(folders) : []).toEqual([]);

    // A complete system is content that another installation does not replace.
    const again = await bench.into(['--wipe']);
    expect(again.status).toBe(3);
    expect(again.stderr).toContain('W1619 folder-not-empty: the file system for / is not empty');
  });

  it.skipIf(!canMountFat)('becomes a system for UEFI machines', async () => {
    using bench = new FolderBench('uefi');
    const ended = await bench.into(['--plan-sha256', bench.digest]);
    expect(ended.status, ended.stderr).toBe(0);
    expect(existsSync(join(bench.target, 'boot/EFI/systemd/systemd-bootx64.efi'))).toBe(true);
    expect(bench.text('boot/loader/entries/arch-linux.conf')).toContain('options root=UUID=');
    expect(bench.text('etc/fstab')).toMatch(/ \/boot vfat rw,umask=0077 0 2\n/);
  });

  it('is checked again directly before the first write', async () => {
    using bench = new FolderBench('bios');
    const commands = { early: [`touch ${join(bench.target, 'surprise')}`] };
    changeConfig(bench, { 'x-writ': { disk: { layout: 'mounted' }, commands } });
    const ended = await bench.into(['--plan-sha256', bench.digest]);
    expect(ended.status, ended.stderr).toBe(3);
    expect(ended.stderr).toContain('the file system for / is not empty: it contains surprise');
    expect(readdirSync(bench.target).toSorted()).toEqual(['home', 'lost+found', 'surprise']);
  });

  it('is refused if a file system to which packages write contains files beside a mount point', async () => {
    using bench = new FolderBench('bios');
    run('umount', join(bench.target, 'home'));
    run('rmdir', join(bench.target, 'home'));
    mkdirSync(join(bench.target, 'srv/backups'), { recursive: true });
    writeFileSync(join(bench.target, 'srv/backups/precious'), 'precious');
    run('mount', '--mkdir', bench.disk.partition(3), join(bench.target, 'srv/www'));
    const ended = await bench.into(['--yes', '--wipe']);
    expect(ended.status, ended.stderr).toBe(3);
    expect(ended.stderr).toContain('the file system for / is not empty: it contains srv/backups\n');
    expect(bench.text('srv/backups/precious')).toBe('precious');
  });

  it('is refused if a file system that was mounted later hides another one', async () => {
    using bench = new FolderBench('bios');
    bench.unmount();
    run('mount', bench.disk.partition(2), bench.target);
    mkdirSync(join(bench.target, 'home/alice'), { recursive: true });
    run('umount', bench.target);
    run('mount', '--mkdir', bench.disk.partition(3), join(bench.target, 'home'));
    run('mount', bench.disk.partition(2), bench.target);
    const ended = await bench.into(['--yes', '--wipe']);
    // The mounts are removed in this order, because the mount at /home is hidden.
    run('umount', bench.target);
    run('umount', join(bench.target, 'home'));
    expect(ended.status, ended.stderr).toBe(3);
    expect(ended.stderr).toContain(
      `W1618 folder-unsuitable: ${bench.disk.partition(3)}, which is mounted at ${bench.target}/home, is hidden by ${bench.disk.partition(2)}`,
    );
    run('mount', bench.disk.partition(2), bench.target);
    expect(readdirSync(join(bench.target, 'home'))).toEqual(['alice']);
  });

  it('is refused if files were added after a run that ended before the first write', async () => {
    using bench = new FolderBench('bios');
    const moment: Moment = { record: 'start', operation: 'tree', when: 'before' };
    const killed = await bench.into(['--plan-sha256', bench.digest], killedAt(moment));
    expect(killed.signal, killed.stderr).toBe('SIGKILL');
    writeFileSync(join(bench.target, 'letter'), 'a letter');
    for (const options of [['--resume'], ['--yes', '--wipe']]) {
      const ended = await bench.into(options);
      expect(ended.status, ended.stderr).toBe(3);
      expect(ended.stderr).toContain('the file system for / is not empty: it contains letter');
    }
    expect(bench.text('letter')).toBe('a letter');
  });
});

describe('commands on the installing system', () => {
  it('run in every run before the first write, and after a failure', async () => {
    using bench = new Workbench();
    const early = join(bench.folder, 'early');
    const error = join(bench.folder, 'error');
    const report = `echo "$WRIT_FAILURE" >> ${error}`;
    const commands = {
      early: [`echo ran >> ${early}`],
      error: [report, `grep -c "custom command 1" "$WRIT_RECORD/log" >> ${error}`],
    };
    changeConfig(bench, { 'custom-commands': ['exit 9'], 'x-writ': { commands } });
    const first = await bench.install(mirror.address, ['--image-size', '4G'], { cache });
    expect(first.status, first.stderr).toBe(4);
    expect(readFileSync(early, 'utf8')).toBe('ran\n');
    expect(readFileSync(error, 'utf8')).toMatch(
      /^Run custom command 1: exit 9: bash exited with status 9\n[1-9]/,
    );

    const resumed = ['--image-size', '4G', '--resume', '--rerun-command'];
    const second = await bench.install(mirror.address, resumed, { cache });
    expect(second.status, second.stderr).toBe(4);
    expect(readFileSync(early, 'utf8')).toBe('ran\nran\n');
  });

  it('end the run before the first write if an early command fails', async () => {
    using bench = new Workbench();
    const error = join(bench.folder, 'error');
    const early = [`echo ${canaries.user} > /dev/null; exit 5`];
    changeConfig(bench, { 'x-writ': { commands: { early, error: [`echo "$WRIT_FAILURE" > ${error}`] } } });
    const ended = await bench.install(mirror.address, ['--image-size', '4G'], { cache });
    expect(ended.status, ended.stderr).toBe(3);
    expect(ended.stderr).toContain(
      'W1530 early-command-failed: Run early command 1: (secret): bash exited with status 5',
    );
    expect(readFileSync(error, 'utf8')).toContain('bash exited with status 5');
    expect(bench.exists).toBe(false);
    expect(readdirSync(bench.folder).toSorted()).toEqual(['error', 'machine.json']);
    expect(`${ended.stderr}${JSON.stringify(ended.events)}`).not.toContain(canaries.user);
  });
});
