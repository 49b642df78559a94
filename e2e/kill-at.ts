/**
 * Preloaded into `writ` (`--import`). At an exact moment, before or after a journal record or a command, it
 * kills `writ` with SIGKILL, runs a command or waits for a file. Writ's own code contains no hooks for these
 * tests.
 */
import childProcess, { execFileSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Before the record is written, or after it was synced. */
export interface RecordMoment {
  readonly record: 'start' | 'done';
  readonly operation: string;
  readonly when: 'before' | 'after';
}

/** A moment, passed as JSON in the environment variable `WRIT_E2E_KILL`. */
export type Moment =
  | RecordMoment
  /**
   * A moment in the life of a program with this argument: before it starts, after it ends, after it has run for this
   * number of milliseconds, or when it prints this string.
   */
  | {
      readonly argument: string;
      readonly when: 'before' | 'after' | number | { readonly says: string };
    };

/** The moment after the start of an operation is recorded, when nothing of it has been done. */
export function atStart(operation: string): RecordMoment {
  return { record: 'start', operation, when: 'after' };
}

/** The moment before the end of an operation is recorded, when all of it has been done. */
export function beforeEnd(operation: string): RecordMoment {
  return { record: 'done', operation, when: 'before' };
}

/** Both ends of an operation. */
export function endsOf(operation: string): readonly RecordMoment[] {
  return [atStart(operation), beforeEnd(operation)];
}

/**
 * Returns the environment that makes `writ` receive a signal at a moment. If a test sent the signal when it receives an
 * event, the signal could arrive after the end of the step on a busy machine.
 */
export function killedAt(
  moment: Moment,
  signal: NodeJS.Signals = 'SIGKILL',
): Readonly<Record<string, string>> {
  return {
    NODE_OPTIONS: `--import ${fileURLToPath(import.meta.url)}`,
    WRIT_E2E_KILL: JSON.stringify(moment),
    WRIT_E2E_SIGNAL: signal,
  };
}

/** Returns the environment that makes `writ` run a command at a moment and wait for its end. */
export function runningAt(moment: Moment, command: readonly string[]): Readonly<Record<string, string>> {
  return { ...killedAt(moment), WRIT_E2E_RUN: JSON.stringify(command) };
}

/** Holds `writ` at a moment until it is released. It continues to handle signals and requests. */
export class Hold {
  readonly #folder: string = mkdtempSync(join(tmpdir(), 'writ-e2e-hold-'));
  readonly environment: Readonly<Record<string, string>>;

  constructor(moment: RecordMoment) {
    this.environment = { ...killedAt(moment), WRIT_E2E_HOLD: this.#folder };
  }

  /** Resolves when the moment is reached; rejects if `ended` resolves first, or after five minutes. */
  async reached(ended: Promise<unknown>): Promise<void> {
    const over = ended.then((how) => {
      throw new Error(`it ended before it was held: ${JSON.stringify(how)}`);
    });
    const stop = new AbortController();
    const limited = AbortSignal.any([stop.signal, AbortSignal.timeout(5 * 60_000)]);
    const reached = waitForFile(join(this.#folder, 'reached'), limited);
    await Promise.race([over, reached]).finally(() => stop.abort());
  }

  release(): void {
    writeFileSync(join(this.#folder, 'released'), '');
  }

  /** Call only after the process was released or killed; otherwise it waits forever. */
  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function waitForFile(file: string, signal?: AbortSignal): Promise<void> {
  while (!existsSync(file)) await sleep(20, undefined, { signal });
}

/** Command to run instead of the kill. */
let ordered: readonly string[] | undefined;
/** File whose appearance releases the process, instead of the kill. */
let holding: string | undefined;
/** True once the action has run; it runs only once. */
let acted = false;

function act(): void {
  if (acted) return;
  acted = true;
  const [program, ...args] = ordered ?? [];
  if (program === undefined) process.kill(process.pid, process.env['WRIT_E2E_SIGNAL']);
  else execFileSync(program, args, { stdio: 'ignore' });
}

async function actOrHold(): Promise<void> {
  if (holding === undefined) return act();
  if (acted) return;
  acted = true;
  writeFileSync(join(holding, 'reached'), '');
  await waitForFile(join(holding, 'released'));
}

async function watchJournal({ record, operation, when }: RecordMoment): Promise<void> {
  const probe = await open('/dev/null');
  const prototype = Object.getPrototypeOf(probe) as typeof probe;
  await probe.close();
  // oxlint-disable-next-line typescript/unbound-method -- called with the receiver below
  const { appendFile, datasync } = prototype;
  let reached = false;
  prototype.appendFile = async function (this: typeof probe, data, options) {
    reached ||= isMoment(data, record, operation);
    if (reached && when === 'before') await actOrHold();
    await appendFile.call(this, data, options);
  };
  prototype.datasync = async function (this: typeof probe) {
    await datasync.call(this);
    if (reached) await actOrHold();
  };
}

function isMoment(data: unknown, record: string, operation: string): boolean {
  if (typeof data !== 'string' || !data.startsWith('{"kind":')) return false;
  const { kind, operation: about } = JSON.parse(data) as { kind: string; operation?: string };
  return about === operation && (kind === record || (record === 'done' && kind === 'skipped'));
}

function watchCommands({ argument, when }: Exclude<Moment, RecordMoment>): void {
  const { spawn } = childProcess;
  const watched = (command: string, args: readonly string[], options: object): ChildProcess => {
    const meant = args.includes(argument);
    if (meant && when === 'before') act();
    const child = spawn(command, args, options);
    // If the command finishes early, act immediately, before anything else can happen.
    if (meant) child.once('exit', act);
    if (meant && typeof when === 'number') setTimeout(act, when);
    if (meant && typeof when === 'object') {
      child.stdout?.on('data', (chunk: Buffer) => chunk.includes(when.says) && act());
    }
    return child;
  };
  childProcess.spawn = watched as typeof spawn;
  syncBuiltinESMExports();
}

const given = process.env['WRIT_E2E_KILL'];
if (given !== undefined) {
  const moment = JSON.parse(given) as Moment;
  const words = process.env['WRIT_E2E_RUN'];
  holding = process.env['WRIT_E2E_HOLD'];
  ordered = words === undefined ? undefined : (JSON.parse(words) as readonly string[]);
  if ('record' in moment) await watchJournal(moment);
  else watchCommands(moment);
}
