/** Tests a disk on a machine with a small package cache, such as a live system with little memory. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMirror, serveMirror, type MirrorServer } from '@writ/mirror';
import { readImage, type ImageContent } from './compare-image.ts';
import { differences } from './compare.ts';
import { killedAt } from './kill-at.ts';
import { Workbench, type Ended, type Run } from './installation.ts';
import { hasLoopDevices, LoopDisk } from './loop-disk.ts';

const writ = resolve(fileURLToPath(import.meta.url), '../../packages/cli/bin/writ.js');
const folder = mkdtempSync(join(tmpdir(), 'writ-e2e-late-'));
const file = join(folder, 'system.raw');
const little = join(folder, 'little');
let root: string;
let mirror: MirrorServer;

/** A workbench that uses the same disk for every installation, so that identifiers are equal. */
class TargetDownloadBench extends Workbench {
  readonly disk: LoopDisk;
  override readonly target: string;

  constructor() {
    super({ bootloader: 'grub-install' });
    rmSync(file, { force: true });
    this.disk = new LoopDisk(file, '2G');
    this.target = this.disk.path;
  }

  installOnto(address: string, args: readonly string[], run: Run = {}): Promise<Ended> {
    const options = ['--firmware', 'bios', '--seed', '5eed5eed', ...args];
    const environment = { WRIT_STATE: join(this.folder, 'state'), ...run.environment };
    return this.install(address, options, { cache: little, ...run, environment });
  }

  read(name: string): ImageContent {
    execFileSync('sync');
    return readImage(file, join(folder, name));
  }

  override [Symbol.dispose](): void {
    this.disk[Symbol.dispose]();
    super[Symbol.dispose]();
  }
}

const started = ({ events }: Ended): string[] =>
  events.flatMap((event) => (event.type === 'start' ? [event.id] : []));

describe.skipIf(!hasLoopDevices())('a cache without space (skipped on machines without loop devices)', () => {
  beforeAll(async () => {
    ({ root } = await buildMirror({ set: 'tiny', log: (line) => console.log(line) }));
    mirror = await serveMirror(root);
    mkdirSync(little);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=40M', 'writ-e2e', little]);
  });

  afterAll(async () => {
    await mirror?.close();
    spawnSync('umount', ['--lazy', little]);
    rmSync(folder, { recursive: true, force: true });
  });

  it('is noted in the plan, and requires --yes', async () => {
    using bench = new TargetDownloadBench();
    const common = [bench.config, '--target', bench.target, '--firmware', 'bios'];
    const environment = {
      encoding: 'utf8',
      env: { ...process.env, WRIT_CACHE: little, NO_COLOR: '1' },
    } as const;
    const planned = spawnSync(process.execPath, [writ, 'plan', ...common], environment);
    expect(planned.status, planned.stderr).toBe(0);
    expect(planned.stderr).toMatch(
      /note W1612 late-download: the package cache \S+ has \d+ MiB free; if that is too little, all packages are downloaded to the new file system after \S+ has been wiped\n\s+hint: this requires --yes/,
    );
    expect(planned.stdout.split('\nplan ')[0]).toMatch(/^Note: the package cache .* requires --yes/m);
    // The consent given at the prompt covers only the loss of the disk's content.
    const install = [process.execPath, writ, 'install', ...common, '--mirror', `'${mirror.address}'`];
    const program = ['--quiet', '--return', '--command', install.join(' '), '/dev/null'];
    const typed = spawn('script', program, { env: environment.env, timeout: 60_000 });
    let said = '';
    let answered = false;
    typed.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (!answered && said.includes('as shown above: ')) answered = typed.stdin.write(`${file}\n`);
    });
    const [status] = (await once(typed, 'close')) as [number | null];
    expect(status, said).toBe(3);
    expect(said).toMatch(/W1607 no-room: .* free, but .* is required/);
    expect(said).toMatch(/with --yes, packages are downloaded to the new file system/);
  });

  it('leads to the same system, even if the mirror or the machine fails during the installation', async () => {
    let asked = 0;
    let last = Infinity;
    const dying = await serveMirror(root, {
      injectFault: (path) => {
        // At this moment, only some of the packages have been downloaded.
        if (/\.pkg\.tar\.\w+$/.test(path) && ++asked > last) void dying.close();
      },
    });
    let early: ImageContent;
    {
      using bench = new TargetDownloadBench();
      const roomy = join(folder, 'roomy');
      const made = await bench.installOnto(dying.address, [], { cache: roomy });
      expect(made.status, made.stderr).toBe(0);
      expect(started(made).indexOf('download')).toBeLessThan(started(made).indexOf('wipe'));
      early = bench.read('early');
    }
    using bench = new TargetDownloadBench();
    last = Math.floor(asked / 2);
    asked = 0;
    const dead = await bench.installOnto(dying.address, []);
    expect(dead.status, dead.stderr).toBe(4);
    expect(dead.stderr).toMatch(
      /The disk has been wiped, and downloaded packages are kept on it\. To continue, .* --resume/,
    );
    expect(started(dead).slice(-2)).toEqual(['early-files', 'download']);

    // Use the same address, because another address would change the plan.
    await dying.close();
    const again = await serveMirror(root, { port: Number(new URL(dying.address).port) });
    const killed = await bench.installOnto(again.address, ['--resume'], {
      environment: killedAt({ argument: 'mounted', when: { says: 'installing linux' } }),
    });
    expect(killed.signal, killed.stderr).toBe('SIGKILL');
    expect(started(killed)).not.toContain('wipe');

    const done = await bench.installOnto(again.address, ['--resume']);
    await again.close();
    expect(done.status, done.stderr).toBe(0);
    const steps = started(done);
    expect(steps).not.toContain('wipe');
    expect(steps.indexOf('tree')).toBeLessThan(steps.indexOf('download'));
    const late = bench.read('late');
    const own = /^\/var\/log\/writ\/(events\.jsonl|log):/;
    expect(differences(early, late).filter((line) => !own.test(line))).toEqual([]);
    expect(existsSync(join(folder, 'late/root/.writ-packages'))).toBe(false);
  });
});
