import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstallEvent } from '@writ/installer';
import type { Mirror } from '@writ/mirror';
import { missingFrom, type ImageSummary } from './image-summary.ts';
import { summarizeImage } from './read-image.ts';
import type { Usage } from './accounts.ts';
import { measure } from './measure.ts';
import { roundsInTime } from '../../shared/rounds.ts';
import { serveNetwork, type ServedNetwork } from './network.ts';
import type { Network } from './network-options.ts';
import { readParts, type Part } from './parts.ts';
import type { ResolvedPackage } from './parse-packages.ts';
import { resolvePackages } from './resolve-packages.ts';
import { namedPackages, writConfiguration, type InstallSet } from './sets.ts';
import type { Subject } from './subjects.ts';
import type { Series } from './table.ts';

/** Time limit for one installation in milliseconds. */
const LIMIT = 20 * 60_000;

export interface ComparisonOptions {
  readonly set: InstallSet;
  readonly mirror: Mirror;
  readonly subjects: readonly Subject[];
  readonly networks: readonly Network[];
  readonly rounds: number;
  /** Folder for all files of the benchmark. */
  readonly folder: string;
}

export interface Comparison {
  readonly series: readonly Series[];
  /** The steps in each round over the first network, by subject. Only some subjects report steps. */
  readonly parts: ReadonlyMap<string, readonly (readonly Part[])[]>;
  readonly failures: readonly { readonly subject: string; readonly message: string }[];
}

/** A subject over one network, with its measurements so far. */
interface Contestant {
  readonly subject: Subject;
  readonly network: ServedNetwork;
  readonly usages: Usage[];
  readonly parts: Part[][];
  summary?: ImageSummary;
  failure?: string;
}

/** Measures all subjects over all networks in each round. Each round starts with a different measurement. */
export async function compareSubjects(options: ComparisonOptions): Promise<Comparison> {
  const { set, mirror, subjects, networks, rounds } = options;
  const served = await Promise.all(networks.map((network) => serveNetwork(mirror.root, network)));
  try {
    const packages = resolvePackages(namedPackages(set), mirror.root, options.folder);
    const contestants = served.flatMap((network) =>
      subjects.map((subject): Contestant => ({ subject, network, usages: [], parts: [] })),
    );
    for (const round of roundsInTime(rounds)) {
      for (let turn = 0; turn < contestants.length; turn += 1) {
        const contestant = contestants[(round + turn) % contestants.length]!;
        if (contestant.failure !== undefined) continue;
        await runOnce(contestant, packages, options);
        const { subject, network, usages, failure } = contestant;
        const result = failure === undefined ? `${usages.at(-1)!.wall.toFixed(1)} s` : 'failed';
        console.log(`round ${round + 1} of ${rounds}: ${subject.name}, ${network.name}: ${result}`);
      }
    }
    return summarize(contestants, packages, set);
  } finally {
    for (const network of served) await network.close();
  }
}

async function runOnce(
  contestant: Contestant,
  packages: readonly ResolvedPackage[],
  { set, mirror, folder }: ComparisonOptions,
): Promise<void> {
  const { subject, network } = contestant;
  const work = join(folder, 'work');
  const files = {
    image: join(folder, 'disk.img'),
    imageMegabytes: set.imageMegabytes,
    config: join(folder, 'machine.json'),
    events: join(folder, 'events.jsonl'),
  };
  mkdirSync(work);
  const list = join(folder, 'packages.txt');
  writeFileSync(list, packages.map(({ path }) => `${path}\n`).join(''));
  writeFileSync(files.config, JSON.stringify(writConfiguration(set, network.servers)), { mode: 0o600 });
  const env = {
    ...(process.env as Record<string, string>),
    ...variables(set, network, mirror),
    WORK: work,
    IMAGE: files.image,
    PACKAGE_FILES: list,
    WRIT_CACHE: join(work, 'writ-cache'),
  };
  // Otherwise this run would wait for pending writes of earlier runs.
  execFileSync('sync');
  try {
    const log = join(folder, 'output.log');
    contestant.usages.push(await measure(subject.command(files), { env, log, limit: LIMIT }));
    contestant.summary ??= summarizeImage(files.image);
    const events = readEvents(files.events);
    if (events.length > 0) contestant.parts.push(readParts(events));
  } catch (error) {
    contestant.failure = (error as Error).message;
    detachLoops(files.image);
  } finally {
    for (const path of [work, files.image, `${files.image}.writ`, files.events])
      rmSync(path, { recursive: true, force: true });
  }
}

function variables(
  { groups, services, imageMegabytes }: InstallSet,
  { servers }: ServedNetwork,
  { publicKeyFile, fingerprint }: Mirror,
): Record<string, string> {
  return {
    ...Object.fromEntries(
      Object.entries(groups).map(([name, group]) => [name.toUpperCase(), group as string]),
    ),
    SERVICES: services.join(' '),
    IMAGE_MEGABYTES: String(imageMegabytes),
    SERVERS: servers.join(' '),
    KEY: publicKeyFile,
    FINGERPRINT: fingerprint,
  };
}

function readEvents(path: string): InstallEvent[] {
  try {
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line) as InstallEvent);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Detaches the loop devices of an image, because a killed procedure cannot do so. */
function detachLoops(image: string): void {
  const listed = execFileSync('losetup', ['--associated', image, '--output', 'NAME', '--noheadings'], {
    encoding: 'utf8',
  });
  for (const device of listed.split('\n').filter(Boolean)) execFileSync('losetup', ['--detach', device]);
}

function summarize(
  contestants: readonly Contestant[],
  packages: readonly ResolvedPackage[],
  { groups }: InstallSet,
): Comparison {
  const expected = {
    packages: packages.map(({ name }) => name),
    kernels: groups.kernels.split(' ').length,
  };
  const series = contestants.flatMap(({ subject, network, usages, summary }) =>
    summary === undefined
      ? []
      : [
          {
            subject: subject.name,
            network: network.name,
            usages,
            content: `${summary.packages.length}, ${summary.files}`,
            lacks: missingFrom(summary, expected),
          },
        ],
  );
  const complete = contestants.filter(({ failure }) => failure === undefined);
  const first = complete.filter(({ network }) => network === contestants[0]?.network);
  return {
    series: series.filter((one) =>
      complete.some(({ subject, network }) => subject.name === one.subject && network.name === one.network),
    ),
    parts: new Map(
      first.filter(({ parts }) => parts.length > 0).map(({ subject, parts }) => [subject.name, parts]),
    ),
    failures: contestants.flatMap(({ subject, network, failure }) =>
      failure === undefined ? [] : [{ subject: `${subject.name}, ${network.name}`, message: failure }],
    ),
  };
}
