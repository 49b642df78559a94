/** Runs the real `writ install` as a process, and inspects the result. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { InstallEvent } from '@writ/installer';
import { ProcessSampler, readProcesses } from './processes.ts';
import { count } from './scan.ts';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const writ = join(root, 'packages/cli/bin/writ.js');

/** Unique secrets. Any occurrence is a leak. */
export const canaries = { root: 'canary-root-5f3a9c17', user: 'canary-user-b8e20d64' } as const;

/** A unique passphrase for encrypted disks. Any occurrence outside the configuration is a leak. */
export const passphrase = 'canary-disk-c41d77e2';

export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
  readonly events: readonly InstallEvent[];
  /** Command lines and environments of the processes that started during the run, sampled if `watch` is set. */
  readonly processes: string;
}

export interface Run {
  readonly cache?: string;
  /** Variables to add to this process's environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** A prefix of the command line, such as `setpriv …`. */
  readonly through?: readonly string[];
  /** Whether to sample all processes that start during the run, which needs much processor time. */
  readonly watch?: boolean;
}

/** A folder that is removed after the test. */
export class Workbench {
  readonly folder: string;
  readonly target: string;
  /** Path of an optional second drive. */
  readonly second: string;
  readonly config: string;

  /**
   * Writes the example configuration with the canaries as passwords and with changes. Its locale is built in, because
   * generating another one takes a quarter of the processor time of a small installation. The locale has an effect only
   * with --advanced.
   *
   * @param parent the folder in which the folder is created
   */
  constructor(changes: Record<string, unknown> = {}, parent: string = tmpdir()) {
    this.folder = mkdtempSync(join(parent, 'writ-e2e-'));
    this.target = join(this.folder, 'disk.img');
    this.second = join(this.folder, 'second.img');
    this.config = join(this.folder, 'machine.json');
    const example = JSON.parse(readFileSync(join(root, 'examples/install/minimal.json'), 'utf8')) as object;
    const user = { username: 'ada', '!password': canaries.user, sudo: true };
    const defaults = { 'sys-language': 'C.UTF-8', '!root-password': canaries.root, '!users': user };
    const config = { ...example, ...defaults, ...changes };
    writeFileSync(this.config, JSON.stringify(config, null, 2), { mode: 0o600 });
  }

  /** Runs `writ install` with consent. If the mirror is undefined, the run uses the configured mirrors. */
  async install(mirror: string | undefined, args: readonly string[] = [], run: Run = {}): Promise<Ended> {
    const { cache, environment, through = [], watch = false } = run;
    const [program = '', ...rest] = [...through, process.execPath, writ];
    const seen = new Set<string>();
    const sampler = watch ? new ProcessSampler((text) => seen.add(text)) : undefined;
    const child = spawn(
      program,
      [
        ...rest,
        'install',
        this.config,
        '--target',
        this.target,
        '--yes',
        '--advanced',
        ...(mirror === undefined ? [] : ['--mirror', mirror]),
        '--events',
        '-',
        ...args,
      ],
      {
        env: { ...process.env, ...(cache === undefined ? {} : { WRIT_CACHE: cache }), ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: 10 * 60_000,
      },
    );
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const events: InstallEvent[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => {
      events.push(JSON.parse(line) as InstallEvent);
    });
    return new Promise((done, fail) => {
      child.on('error', fail);
      child.on('close', (status, signal) => {
        sampler?.[Symbol.dispose]();
        done({ status, signal, stderr, events, processes: [...seen].join('\n') });
      });
    });
  }

  /** Plans with the same arguments, and returns the digest that `--plan-sha256` confirms. */
  planDigest(mirror: string, args: readonly string[]): string {
    const target = ['--target', this.target, '--mirror', mirror, ...args];
    const dry = [writ, 'install', this.config, '--advanced', ...target, '--dry-run', '--format', 'json'];
    const { stdout, stderr } = spawnSync(process.execPath, dry, { encoding: 'utf8' });
    if (stdout === '') throw new Error(stderr);
    return (JSON.parse(stdout) as { digest: string }).digest;
  }

  get exists(): boolean {
    return statSync(this.target, { throwIfNoEntry: false }) !== undefined;
  }

  /** Mounts below the folder; a finished run must leave none. */
  get mounts(): string[] {
    return readFileSync('/proc/self/mounts', 'utf8')
      .split('\n')
      .filter((line) => line.includes(this.folder));
  }

  /** Processes with the folder in their arguments; a finished run must leave none. */
  get processes(): string[] {
    const seen = new Set<string>();
    readProcesses((text) => seen.add(text));
    return [...seen].filter((line) => line.includes(this.folder));
  }

  /** Files below the folder that contain a canary, except for image and configuration. */
  async leaks(): Promise<string[]> {
    const leaks: string[] = [];
    for (const entry of readdirSync(this.folder, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      if (!entry.isFile() || file === this.config) continue;
      if ((await count(file, [...Object.values(canaries), passphrase])) > 0) leaks.push(file);
    }
    return leaks;
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
