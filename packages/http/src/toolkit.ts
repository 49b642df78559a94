import { Background } from './observe/background.ts';
import type { PendingTask } from './contract/background-tasks.ts';
import { EventBus } from './contract/event-bus.ts';
import { LocalEventBus } from './observe/local-event-bus.ts';
import { resolveFiles, type FilesOptions } from './writing/files/settings.ts';
import type { Files } from './contract/files.ts';
import type { ToolkitContext } from './contract/toolkit-context.ts';
import { stderrLogger } from './observe/stderr-logger.ts';
import { type ApplicationLogger, withDebug } from './observe/with-debug.ts';
import type { Logger } from './contract/logger.ts';
import type { JsonMapper } from './contract/json-mapper.ts';
import type { DefaultLimits, Limits } from './contract/limits.ts';
import { Registries } from './contract/registry.ts';
import type { Servable } from './server/servable.ts';
import { assertMethods, assertTypes } from './internal/option-types.ts';
import { assertOptions, type OptionNames } from './internal/options.ts';
import { assertProblemBase, DEFAULT_PROBLEM_BASE } from './protocol/problem-base.ts';
import { limits } from './policies/limits.ts';
import type { Server as NetServer } from 'node:net';
import { createServer } from './server/server.ts';
import type { NodeServerOptions, Server, ServerOptions } from './server/server-types.ts';
import { WorkerPool } from './workers/pool.ts';
import { resolvePoolSettings, type PoolSettings } from './workers/pool-settings.ts';
import { Watchdog } from './workers/watchdog.ts';

/** Options for all routers and servers of an application. */
export interface ToolkitOptions {
  /**
   * Logger, such as pino or `console`. If it has no method `debug`, messages of that level are discarded. (Default:
   * writes warnings and errors to standard error.)
   */
  readonly logger?: ApplicationLogger;
  readonly json?: JsonMapper;
  readonly limits?: Limits;
  /** Folder that `FileResponseWriter` serves, and its limits. */
  readonly files?: FilesOptions;
  /**
   * Problem documents. `base` is the prefix of their `type`, which ends with the error code. It is an absolute URI or a
   * path, with a separator at its end, such as `https://example.org/problems/` (default: `urn:writ:problem:`).
   */
  readonly problems?: { readonly base?: string };
  /** Event bus (default: in process). */
  readonly eventBus?: EventBus;
  /**
   * Maximum number of worker threads for blocking routes (default: 20). If there are several blocking routes, a route
   * gets another thread only while more threads are free than it already uses.
   */
  readonly workerPoolSize?: number;
  /**
   * Milliseconds that a worker thread, once started, may take for a request (default: 60 s). Then the response is 503
   * and the thread is replaced.
   */
  readonly maxExecuteTime?: number;
  /** Prefix of the names of worker threads, which end with a number (default: `writ-worker`). */
  readonly workerPoolName?: string;
  /** Whether this toolkit inherits the registrations of front ends for all toolkits (default: true). */
  readonly inherit?: boolean;
  /**
   * Action on unhandled rejections while a server listens: `log` them and continue, or `throw`, which ends the process,
   * as Node does (default: `log`).
   */
  readonly unhandledRejections?: 'log' | 'throw';
}

const OPTIONS: OptionNames<ToolkitOptions> = {
  logger: true,
  json: true,
  limits: true,
  files: true,
  problems: true,
  eventBus: true,
  workerPoolSize: true,
  maxExecuteTime: true,
  workerPoolName: true,
  inherit: true,
  unhandledRejections: true,
};

function problemsOf(options: NonNullable<ToolkitOptions['problems']> = {}): { readonly base: string } {
  assertOptions('Toolkit: problems', options, { base: true });
  const { base = DEFAULT_PROBLEM_BASE } = options;
  assertProblemBase(base);
  return { base };
}

/** State that all routers and servers of an application share. Writ has no other global state. */
export class Toolkit implements ToolkitContext {
  readonly logger: Logger;
  readonly json: JsonMapper;
  readonly limits: DefaultLimits;
  readonly files: Files;
  readonly problems: { readonly base: string };
  readonly inherit: boolean;
  readonly unhandledRejections: 'log' | 'throw';
  readonly registries: Registries = new Registries();
  /** Tasks that continue after the response was sent; a shutdown waits for them. */
  readonly background: Background = new Background();
  readonly eventBus: EventBus;
  readonly watchdog: Watchdog;
  readonly #pool: PoolSettings;
  #workers: WorkerPool | undefined;

  /** Throws `TypeError` if an option is unknown or its value invalid, and `RangeError` if a limit is invalid. */
  constructor(options: ToolkitOptions = {}) {
    assertOptions('Toolkit', options, OPTIONS);
    assertMethods('Toolkit: logger', options.logger, ['info', 'warn', 'error']);
    assertMethods('Toolkit: json', options.json, ['parse', 'stringify']);
    assertTypes('Toolkit', options, { inherit: 'true or false', workerPoolName: 'a string' });
    const { unhandledRejections = 'log' } = options;
    if (unhandledRejections !== 'log' && unhandledRejections !== 'throw') {
      const given = JSON.stringify(unhandledRejections);
      throw new TypeError(`Toolkit: unhandledRejections must be 'log' or 'throw', not ${given}`);
    }
    if (options.limits !== undefined) limits(options.limits);
    this.logger = options.logger === undefined ? stderrLogger : withDebug(options.logger);
    this.json = options.json ?? JSON;
    this.inherit = options.inherit ?? true;
    this.unhandledRejections = unhandledRejections;
    this.eventBus = options.eventBus ?? new LocalEventBus(this.logger, this.background);
    this.watchdog = new Watchdog(this.logger);
    this.registries.setContextObject(Toolkit, ({ toolkit }) => toolkit);
    this.registries.setContextObject(EventBus, ({ toolkit }) => toolkit.eventBus);
    this.#pool = resolvePoolSettings(options);
    this.files = resolveFiles(options.files);
    this.problems = problemsOf(options.problems);
    this.limits = {
      body: 1024 * 1024,
      bodyTime: 30_000,
      names: 256,
      value: 8192,
      provider: 10_000,
      ...options.limits,
    };
  }

  /** The worker threads for blocking routes, started on demand. */
  get workers(): WorkerPool {
    return (this.#workers ??= new WorkerPool(this.#pool, this.logger));
  }

  /**
   * Waits up to `timeout` ms (default: 10 s) for background tasks, then closes the event bus and the worker threads.
   * Close all servers first. Resolves with the tasks that were still pending.
   */
  async close({ timeout = 10_000 }: { readonly timeout?: number } = {}): Promise<readonly PendingTask[]> {
    const unfinished = await this.background.settle(timeout);
    await this.eventBus.close();
    await this.#workers?.close();
    return unfinished;
  }

  /** Creates a server for the router; `listen` starts it. Throws {@link StartupError} if routes are invalid. */
  createServer(router: Servable, options?: NodeServerOptions): Server;
  createServer(router: Servable, options: ServerOptions): Server<NetServer>;
  createServer(router: Servable, options: ServerOptions = {}): Server<NetServer> {
    return createServer(router, options);
  }
}
