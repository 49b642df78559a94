import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { planInstallation, type InstallEvent } from '@writ/installer';
import { measure } from '../../install/src/measure.ts';
import { readParts } from '../../install/src/parts.ts';
import { installSets, writConfiguration } from '../../install/src/sets.ts';
import { writSubject } from '../../install/src/subjects.ts';
import type { OwnUsage } from './report-usage.ts';

const command = fileURLToPath(new URL('../../../packages/cli/bin/writ.js', import.meta.url));
const reporter = fileURLToPath(new URL('report-usage.ts', import.meta.url));
const LIMIT = 10 * 60_000;

export interface InstallationFigures {
  /** Seconds of processor time of the process `writ`. */
  readonly own: number;
  /** Seconds of processor time of the programs that it started. */
  readonly programs: number;
  /** Elapsed seconds. */
  readonly time: number;
  /** The largest resident memory of the process `writ`, in MB. */
  readonly memory: number;
  /** Elapsed seconds by step. */
  readonly steps: Readonly<Record<string, number>>;
}

/** Returns the configuration of the small set, with additional packages from the set `many`. */
export function createConfiguration(packages: number, servers: readonly string[]): string {
  const set = installSets['small']!;
  const programs = Array.from({ length: packages }, (_, index) => `small-${index + 1}`);
  const groups = { ...set.groups, programs: [set.groups.programs, ...programs].join(' ') };
  return JSON.stringify(writConfiguration({ ...set, groups }, servers));
}

/** Returns the seconds of processor time for the check and the plan. */
export async function measurePlan(packages: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'writ-growth-'));
  try {
    const text = createConfiguration(packages, ['http://127.0.0.1:1/$repo/os/$arch']);
    const request = { config: { file: 'config.json', text }, targets: [join(folder, 'disk.img')] };
    await planInstallation(request);
    const start = process.cpuUsage();
    const { plan } = await planInstallation(request);
    const { user, system } = process.cpuUsage(start);
    if (plan === undefined) throw new Error('the configuration has no plan');
    return (user + system) / 1e6;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Installs a system with `writ install`, with an empty package cache. Needs root. */
export async function measureInstallation(packages: number, server: string): Promise<InstallationFigures> {
  const folder = mkdtempSync('/var/tmp/writ-growth-');
  try {
    const files = {
      image: join(folder, 'disk.img'),
      imageMegabytes: installSets['small']!.imageMegabytes,
      config: join(folder, 'config.json'),
      events: join(folder, 'events.jsonl'),
    };
    const usageFile = join(folder, 'usage.json');
    writeFileSync(files.config, createConfiguration(packages, [server]), { mode: 0o600 });
    const [node, ...args] = writSubject('writ', command).command(files);
    const env = {
      ...(process.env as Record<string, string>),
      WRIT_CACHE: join(folder, 'cache'),
      USAGE_FILE: usageFile,
    };
    const log = join(folder, 'output.log');
    const usage = await measure([node!, '--import', reporter, ...args], { env, log, limit: LIMIT });
    const own = JSON.parse(readFileSync(usageFile, 'utf8')) as OwnUsage;
    const events = readFileSync(files.events, 'utf8').trim().split('\n');
    const parts = readParts(events.map((line) => JSON.parse(line) as InstallEvent));
    return {
      own: own.cpu,
      programs: usage.cpu - own.cpu,
      time: usage.wall,
      memory: own.memory,
      steps: Object.fromEntries(parts.map(({ id, seconds }) => [id, seconds])),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
