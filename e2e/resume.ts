/**
 * Kills an installation with SIGKILL at many moments and resumes it from each moment to the next. The state
 * after each kill is copied. The copy is resumed to the end in a mount namespace where it has the path of the
 * original.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { planInstallation, type Operation } from '@writ/installer';
import { readImage, type ImageContent } from './compare-image.ts';
import { accepts, differences } from './compare.ts';
import { canaries, type Ended, type Workbench } from './installation.ts';
import { killedAt, type Moment } from './kill-at.ts';

const run = promisify(execFile);
export const seed = '5eed5eed';
const again = ['--resume', '--rerun-command'];

/** Time limit in milliseconds for `killEverywhere`, which runs an installation for each kill. */
export const KILLS_LIMIT: number = 45 * 60_000;

/**
 * Returns a text that is equal for operations that write files, run the same programs and are repeated in the same
 * way, such as the creation of two accounts.
 */
export function describeEffect({ files, commands, undo }: Operation): string {
  const programs = commands.map(({ where, argv }) => `${where} ${basename(argv[0]!)}`);
  return JSON.stringify([files.map(({ kind }) => kind), programs, undo.kind]);
}

export interface Kill {
  readonly name: string;
  readonly moment: Moment;
  /** The operation that the resumed run has to repeat. */
  readonly repeats?: string;
  /** Operations that the resumed run must not repeat. */
  readonly retains: readonly string[];
  /**
   * The operation to which the moment belongs, and the last operation before those that may run at the same time. If
   * the operation is already done, the installation returns to the state at the end of the operation `fork`.
   */
  readonly within?: { readonly operation: string; readonly fork: string | undefined };
  /** True if the installation may return to the state after this kill. */
  readonly isFork?: boolean;
  /** True if a custom command may have completed, so that it runs again only on request. */
  readonly asks?: boolean;
}

export interface Resumed {
  readonly differences: readonly string[];
  /** The operations that the resumed run has started. */
  readonly started: readonly string[];
  /** Entries of the folder after the kill. */
  readonly left: readonly string[];
  readonly passwords: boolean;
  /** Result of resuming without --rerun-command. */
  readonly unasked?: Ended;
}

/** The constant inputs of all installations. */
export interface Trial {
  readonly bench: Workbench;
  readonly mirror: string;
  readonly cache: string;
  /** A file system in memory in the folder of the bench; absent if the tree is built on the disk. */
  readonly memory?: string;
  /** An existing folder for copies. */
  readonly scratch: string;
}

/**
 * Lists the plan's operations except for the download.
 *
 * @param firmware the firmware that will start the system
 */
export async function plannedOperations(
  { config, target }: Workbench,
  firmware: 'uefi' | 'bios' = 'uefi',
): Promise<readonly Operation[]> {
  const named = { file: config, text: readFileSync(config) };
  const { plan } = await planInstallation({ config: named, targets: [target], seed, firmware });
  return (plan?.operations ?? []).filter(({ stage }) => stage !== 'download');
}

/** Installs without interruption, and deletes the image after reading it. */
export async function installUninterrupted(trial: Trial): Promise<ImageContent> {
  const made = await install(trial, []);
  expect(made.status, made.stderr).toBe(0);
  const image = readImage(trial.bench.target, join(trial.scratch, 'undisturbed'));
  await run('rm', ['--', trial.bench.target]);
  return image;
}

/** @param like the expected image */
export async function killEverywhere(
  trial: Trial,
  kills: readonly Kill[],
  like: ImageContent,
): Promise<ReadonlyMap<Kill, Promise<Resumed>>> {
  const { bench, scratch } = trial;
  const resumptions = new Map<Kill, Promise<Resumed>>();
  const forkOf = (operation: string): string => join(scratch, `fork-${operation}`);
  for (const [index, kill] of kills.entries()) {
    const { within } = kill;
    if (within?.fork !== undefined && isDone(bench.target, within.operation))
      await copyFolder(forkOf(within.fork), bench.folder);
    const killed = await install(trial, index === 0 ? [] : again, kill.moment);
    expect(killed.signal, `${kill.name}: ${killed.status} ${killed.stderr}`).toBe('SIGKILL');
    await waitForRelease(bench.target);
    const copy = join(scratch, `state-${index}`);
    await copyFolder(bench.folder, copy);
    if (kill.isFork === true && within !== undefined) await copyFolder(copy, forkOf(within.operation));
    const resumption = resumeCopy(trial, copy, kill, like);
    resumption.catch(() => undefined);
    resumptions.set(kill, resumption);
    // Run two at a time, in parallel with the main installation.
    await Promise.allSettled([...resumptions.values()].slice(-2, -1));
  }
  await Promise.allSettled(resumptions.values());
  return resumptions;
}

/**
 * Replaces the content of a folder with that of another. The folder itself is retained, because a resumed copy may be
 * mounted over it.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await run('find', [to, '-mindepth', '1', '-delete']);
  await run('cp', ['-a', '--', `${from}/.`, to]);
}

/** True if the journal of an image contains the end of an operation. */
export function isDone(target: string, operation: string): boolean {
  const journal = join(`${target}.writ`, 'journal');
  if (!existsSync(journal)) return false;
  const records = readFileSync(journal, 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as { readonly kind: string; readonly operation?: string });
  const last = records.findLast((record) => record.operation === operation);
  return last?.kind === 'done' || last?.kind === 'skipped';
}

/**
 * Waits for the lock, because the processes of a killed installation end shortly after it and hold the lock until then.
 */
export async function waitForRelease(target: string): Promise<void> {
  await run('flock', ['--timeout', '20', join(`${target}.writ`, 'lock'), 'true']);
}

async function resumeCopy(
  trial: Trial,
  copy: string,
  { asks = false }: Kill,
  like: ImageContent,
): Promise<Resumed> {
  const bind = 'mount --bind "$1" "$2"; shift 2; exec "$@"';
  const through = ['unshare', '--mount', '--', 'sh', '-euc', bind, 'sh', copy, trial.bench.folder];
  const unasked = asks ? await install(trial, ['--resume'], undefined, through) : undefined;
  const ended = await install(trial, again, undefined, through);
  if (ended.status !== 0) throw new Error(ended.stderr);
  const read = `${copy}-read`;
  const image = readImage(join(copy, 'disk.img'), read);
  const resumed = {
    differences: differences(like, image),
    started: ended.events.flatMap((event) => (event.type === 'start' ? [event.id] : [])),
    left: listLeft(copy, trial),
    passwords: accepts(image, 'ada', canaries.user) && accepts(image, 'root', canaries.root),
    ...(unasked === undefined ? {} : { unasked }),
  };
  await run('rm', ['-rf', '--', copy, read]);
  return resumed;
}

/**
 * Lists the entries of a copied folder. The entries of its file system in memory replace the folder of that file
 * system.
 */
function listLeft(copy: string, { memory }: Trial): string[] {
  const names = readdirSync(copy).toSorted();
  if (memory === undefined) return names;
  const inMemory = readdirSync(join(copy, basename(memory)));
  return [...names.filter((name) => name !== basename(memory)), ...inMemory];
}

/**
 * Checks that the image is equal, that no operation was repeated needlessly, that no files remain, and that
 * no command ran again without a request.
 */
export async function expectEqualImage(kill: Kill, resumed: Promise<Resumed> | undefined): Promise<void> {
  const found = await resumed;
  expect(found?.differences).toEqual([]);
  if (kill.repeats !== undefined) expect(found?.started).toContain(kill.repeats);
  expect(kill.retains.filter((id) => found?.started.includes(id))).toEqual([]);
  expect(found?.left).toEqual(['disk.img', 'machine.json']);
  expect(found?.passwords).toBe(true);
  expect(found?.unasked?.status).toBe(kill.asks === true ? 4 : undefined);
  if (kill.asks === true) expect(found?.unasked?.stderr).toContain('--rerun-command');
}

function install(
  { bench, mirror, cache, memory = '' }: Trial,
  args: readonly string[],
  moment?: Moment,
  through: readonly string[] = [],
): Promise<Ended> {
  const environment = { WRIT_MEMORY: memory, ...(moment === undefined ? {} : killedAt(moment)) };
  return bench.install(mirror, ['--seed', seed, ...args], { cache, environment, through });
}
