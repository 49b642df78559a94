/**
 * Loaded into `writ` before it starts (`--import`), ends it by SIGKILL at one exact moment, runs a command then or waits
 * for a file: around a record of the journal, or around a command. Nothing of Writ knows of it.
 */
import childProcess, { execFileSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Before the record is written, or after it has reached the disk. */
export interface RecordMoment {
  readonly record: 'start' | 'done';
  readonly operation: string;
  readonly when: 'before' | 'after';
}

/** The moment, as JSON in the environment variable `WRIT_E2E_KILL`. */
export type Moment =
  | RecordMoment
  /**
   * Before a program with this argument is started; or after its end, and sooner when it has run for so many
   * milliseconds or says this.
   */
  | {
      readonly argument: string;
      readonly when: 'before' | 'after' | number | { readonly says: string };
    };

/**
 * The environment of a `writ` that gets this signal at this moment. A test that sends it when it reads an event comes
 * late on a busy machine: the step may be over by then.
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

/** The environment of a `writ` that runs a command at this moment, and waits for it. */
export function runningAt(moment: Moment, command: readonly string[]): Readonly<Record<string, string>> {
  return { ...killedAt(moment), WRIT_E2E_RUN: JSON.stringify(command) };
}

/** A `writ` that waits at a moment, while it answers and takes signals, until it is released. */
export class Hold {
  readonly #folder: string = mkdtempSync(join(tmpdir(), 'writ-e2e-hold-'));
  readonly environment: Readonly<Record<string, string>>;

  constructor(moment: RecordMoment) {
    this.environment = { ...killedAt(moment), WRIT_E2E_HOLD: this.#folder };
  }

  /** Resolves once it waits; rejects when `ended` resolves before: it never came there. */
  async reached(ended: Promise<unknown>): Promise<void> {
    const over = ended.then((how) => {
      throw new Error(`it ended before it was held: ${JSON.stringify(how)}`);
    });
    const stop = new AbortController();
    await Promise.race([over, appeared(join(this.#folder, 'reached'), stop.signal)]).finally(() =>
      stop.abort(),
    );
  }

  release(): void {
    writeFileSync(join(this.#folder, 'released'), '');
  }

  /** What still waits then waits for ever: it is released or killed before. */
  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function appeared(file: string, signal?: AbortSignal): Promise<void> {
  while (!existsSync(file)) await sleep(20, undefined, { signal });
}

/** Run in place of the kill. */
let ordered: readonly string[] | undefined;
/** Where a release is waited for, in place of the kill. */
let holding: string | undefined;
/** It happens once. */
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
  await appeared(join(holding, 'released'));
}

async function watchJournal({ record, operation, when }: RecordMoment): Promise<void> {
  const probe = await open('/dev/null');
  const prototype = Object.getPrototypeOf(probe) as typeof probe;
  await probe.close();
  // oxlint-disable-next-line typescript/unbound-method -- called with the receiver below
  const { appendFile, datasync } = prototype;
  let reached = false;
  prototype.appendFile = async function (this: typeof probe, data, options) {
    reached ||= isMeant(data, record, operation);
    if (reached && when === 'before') await actOrHold();
    await appendFile.call(this, data, options);
  };
  prototype.datasync = async function (this: typeof probe) {
    await datasync.call(this);
    if (reached) await actOrHold();
  };
}

function isMeant(data: unknown, record: string, operation: string): boolean {
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
    // Also one that is done sooner than was thought ends it: nothing comes in between.
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
