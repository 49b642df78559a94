import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { machineFacts, type Facts } from '@writ/installer';
import { redactor, runProcess, succeeded } from '@writ/installer/internal';
import { UsageError } from '../command-line/usage-error.ts';
import { writePrivate } from '../files/private-file.ts';
import { readInput, readPinned } from '../files/read-input.ts';
import type { Ending } from './kernel-line.ts';

/** The machine that was started from the medium. Tests replace it. */
export interface MediumHost {
  readKernelLine(): Promise<string>;
  readFacts(): Promise<Facts>;
  /** The folder of the medium's own files. */
  readonly mediumFolder: string;
  /**
   * Mounts a file system for reading, and returns its folder.
   *
   * @throws UsageError
   */
  mountDrive(device: string): Promise<string>;
  /**
   * Downloads a configuration with this digest, and returns the path of the file.
   *
   * @throws UsageError
   */
  download(url: string, sha256: string): Promise<string>;
  /** Returns the SHA-256 digest of a file; throws a UsageError if it cannot be read. */
  digestOf(file: string): Promise<string>;
  fileExists(file: string): boolean;
  /** Waits for an address on any wired network; returns false if there is none in time. */
  waitForNetwork(): Promise<boolean>;
  /** Waits before drives are searched for again. */
  pause(): Promise<void>;
  /** Runs `writ install`. */
  install(argv: readonly string[]): Promise<number>;
  /** Runs `writ agent`. */
  agent(argv: readonly string[]): Promise<number>;
  /** Runs `writ init`, and returns whether an installation followed. */
  init(): Promise<{ readonly status: number; readonly isInstalled: boolean }>;
  end(ending: Ending): Promise<void>;
}

const NETWORK_LIMIT = 60;
const PROGRAM_LIMIT = 30_000;
const SEARCH_INTERVAL = 1_000;

/** The folder that the live system's root has created, readable only by root. */
const FOLDER = '/run/writ';

/** The machine itself. */
export const thisHost: MediumHost = {
  mediumFolder: '/run/live/medium',
  readKernelLine: () => readFile('/proc/cmdline', 'utf8'),
  readFacts: () => machineFacts(),
  fileExists: existsSync,
  async mountDrive(device) {
    const folder = join(FOLDER, 'drive');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await start(['mount', '-o', 'ro,nosuid,nodev,noexec', device, folder], `cannot mount ${device}`);
    return folder;
  },
  async download(url, sha256) {
    const text = await readPinned(url, sha256);
    await mkdir(FOLDER, { recursive: true, mode: 0o700 });
    const file = join(FOLDER, 'config.json');
    await writePrivate(file, Buffer.from(text).toString('utf8'));
    return file;
  },
  digestOf: async (file) =>
    createHash('sha256')
      .update((await readInput(file)).text)
      .digest('hex'),
  waitForNetwork: () =>
    start(
      ['/usr/lib/systemd/systemd-networkd-wait-online', '--any', `--timeout=${NETWORK_LIMIT}`],
      'no network',
      (NETWORK_LIMIT + 10) * 1000,
    ).then(
      () => true,
      () => false,
    ),
  pause: () => delay(SEARCH_INTERVAL),
  install: async (argv) => (await import('../install/install.ts')).run(argv),
  agent: async (argv) => (await import('../agent/run.ts')).run(argv),
  init: async () => (await import('../init/run.ts')).runInit([]),
  end: (ending) => start(['systemctl', ending], `cannot ${ending}`),
};

/** @throws UsageError if the program fails */
async function start(argv: readonly string[], failure: string, limit = PROGRAM_LIMIT): Promise<void> {
  const end = await runProcess({
    argv,
    environment: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
    limit,
    redactor: redactor([]),
  });
  if (!succeeded(end)) throw new UsageError(`${failure}: ${end.tail.at(-1) ?? end.reason ?? end.end}`);
}
