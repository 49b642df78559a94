import { withTimeout } from '@writ/diagnostics/internal';
import type { Logger } from './contract/logger.ts';
import { assertOptions } from './internal/options.ts';
import { toDiagnostic } from './report/findings.ts';
import { captureOrigin, type Origin } from './report/origin.ts';
import { StartupError } from './report/startup-error.ts';
import type { ServerAddress, SocketAddress } from './server/server-address.ts';
import type { ServedHooks } from './server/servable.ts';

/** The functions that can run in each phase of a router's life. */
export interface LifecycleHooks {
  /** Runs before the first request is accepted. If it fails, the router does not start. */
  readonly start: () => unknown;
  /** Runs when a server listens on the address. If it fails, the error is logged. */
  readonly ready: (address: ServerAddress | SocketAddress) => unknown;
  /** Runs after the last request. If it fails, the error is logged. */
  readonly stop: () => unknown;
}

/** Options of a lifecycle hook. */
export interface HookOptions {
  /** Time limit in milliseconds (default: 10 s). */
  readonly timeout?: number;
}

type Phase = keyof LifecycleHooks;

interface Hook {
  readonly phase: Phase;
  readonly run: (address?: never) => unknown;
  readonly timeout: number;
  readonly origin: Origin;
}

const PHASES: Readonly<Record<Phase, true>> = { start: true, ready: true, stop: true };

/** The longest delay of a timer. Timers with longer delays fire immediately. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/** The lifecycle hooks of a router and of the routers that it mounts. */
export class RouterHooks implements ServedHooks {
  readonly #logger: Logger;
  readonly #inner: () => readonly RouterHooks[];
  readonly #hooks: Hook[] = [];
  /** The servers of this router that have begun to start and are not closed. */
  readonly #servers = new Set<object>();
  /** Whether hooks have begun to run, and the stop hooks have not finished. */
  #hasBegun = false;
  /** Settles with the start hooks. Remains rejected after a failure, until the stop hooks have run. */
  #started: Promise<void> | undefined;
  #isStarted = false;
  #ready: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  constructor(logger: Logger, inner: () => readonly RouterHooks[]) {
    this.#logger = logger;
    this.#inner = inner;
  }

  /** Throws `TypeError` or `RangeError` for an invalid argument, and an error if it is too late for the phase. */
  add(phase: Phase, run: unknown, options: HookOptions = {}, origin: Origin = captureOrigin(this.add)): void {
    if (!Object.hasOwn(PHASES, phase)) {
      throw new TypeError(
        `addHook: the phase must be 'start', 'ready' or 'stop', not ${JSON.stringify(phase)}`,
      );
    }
    if (typeof run !== 'function') throw new TypeError(`addHook: the ${phase} hook must be a function`);
    assertOptions('addHook', options, { timeout: true });
    const { timeout = 10_000 } = options;
    if (!(timeout > 0 && timeout <= MAX_TIMEOUT)) {
      throw new RangeError(`addHook: timeout must be a number from 1 to ${MAX_TIMEOUT}, not ${timeout}`);
    }
    if (phase !== 'stop' && this.#hasBegun) {
      throw new Error(`addHook: the router has already started; add ${phase} hooks before listen()`);
    }
    this.#hooks.push({ phase, run: run as Hook['run'], timeout, origin });
  }

  get isPending(): boolean {
    return !this.#isStarted && this.#all('start').length > 0;
  }

  /** Runs the start hooks, once. Rejects with `StartupError` when one of them fails. */
  start(): Promise<void> {
    if (this.#started === undefined) {
      this.#setBegun(true);
      this.#started = this.#runStart();
    }
    return this.#started;
  }

  enter(server: object): void {
    this.#servers.add(server);
  }

  listening(address: ServerAddress | SocketAddress): Promise<void> {
    this.#setBegun(true);
    return (this.#ready ??= this.#runAll(this.#all('ready'), address));
  }

  async leave(server: object): Promise<void> {
    this.#servers.delete(server);
    if (this.#servers.size === 0 && this.#hasBegun) await this.stop();
  }

  /** Runs the stop hooks in reverse order, after the hooks that are still running. Never rejects. */
  stop(): Promise<void> {
    return (this.#stopped ??= this.#runStop());
  }

  async #runStart(): Promise<void> {
    for (const hook of this.#all('start')) {
      try {
        await runHook(hook);
      } catch (error) {
        throw startError(hook, error);
      }
    }
    this.#isStarted = true;
  }

  async #runStop(): Promise<void> {
    // The caller of start() receives its error.
    await this.#started?.catch(() => {});
    await this.#ready;
    await this.#runAll(this.#all('stop').toReversed());
    this.#started = this.#ready = this.#stopped = undefined;
    this.#isStarted = false;
    this.#setBegun(false);
  }

  /** Runs all hooks one after another, even if some of them fail, and logs the failures. */
  async #runAll(hooks: readonly Hook[], address?: ServerAddress | SocketAddress): Promise<void> {
    for (const hook of hooks) {
      try {
        await runHook(hook, address);
      } catch (error) {
        const { file, line, column } = hook.origin;
        const location = file === undefined ? '' : ` (${file}:${line}:${column})`;
        this.#log(error, `${hookName(hook)} failed${location}`);
      }
    }
  }

  #log(error: unknown, message: string): void {
    try {
      this.#logger.error({ error }, message);
    } catch {
      // A failing logger must not prevent the remaining hooks from running.
    }
  }

  /** The hooks of a phase: those of this router, then those of the mounted routers. */
  #all(phase: Phase): readonly Hook[] {
    const own = this.#hooks.filter((hook) => hook.phase === phase);
    return [...own, ...this.#inner().flatMap((inner) => inner.#all(phase))];
  }

  #setBegun(hasBegun: boolean): void {
    this.#hasBegun = hasBegun;
    for (const inner of this.#inner()) inner.#setBegun(hasBegun);
  }
}

async function runHook({ run, timeout }: Hook, address?: unknown): Promise<void> {
  const result = Promise.resolve(run(address as never));
  await withTimeout(result, timeout, () => {
    throw new Error(`it did not finish within ${timeout} ms`);
  });
}

function hookName({ phase, run }: Hook): string {
  return run.name === '' ? `a ${phase} hook` : `the ${phase} hook ${run.name}`;
}

function startError(hook: Hook, cause: unknown): StartupError {
  const error = new StartupError([
    toDiagnostic({
      rule: 'start-hook',
      message: `${hookName(hook)} failed: ${describe(cause)}`,
      hint: 'correct the cause; if the hook needs more time, set the option timeout',
      origin: hook.origin,
    }),
  ]);
  return Object.defineProperty(error, 'cause', { value: cause });
}

/** Safe for any thrown value: conversion to a string may throw. */
function describe(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'a value without a string form';
  }
}
