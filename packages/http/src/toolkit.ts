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
import { createServer, type Server, type ServerOptions } from './server/server.ts';
import { WorkerPool } from './workers/pool.ts';
import { resolvePoolSettings, type PoolSettings } from './workers/pool-settings.ts';
import { Watchdog } from './workers/watchdog.ts';

/** What an application sets for all of its routers and servers. */
export interface ToolkitOptions {
  /** pino and `console` fit; one without `debug` gets nothing of that level. */
  readonly logger?: ApplicationLogger;
  readonly json?: JsonMapper;
  readonly limits?: Limits;
  /** What `FileResponseWriter` serves, and how. */
  readonly files?: FilesOptions;
  /**
   * Problem documents. `base` is the beginning of their `type`, which the code follows: an absolute URI or a path that
   * ends with a separator, such as `https://example.org/problems/` (default: `urn:writ:problem:`).
   */
  readonly problems?: { readonly base?: string };
  /** One of another transport; in process when not given. */
  readonly eventBus?: EventBus;
  /**
   * Worker threads at most, for blocking routes; 20 when not given. Of several routes, one takes another thread only while
   * more are free than it has.
   */
  readonly workerPoolSize?: number;
  /**
   * Milliseconds that a worker thread may take for a request, once it has started, 60 s when not given: then 503, and it
   * is replaced.
   */
  readonly maxExecuteTime?: number;
  /** What worker threads are called, with a number behind; `writ-worker` when not given. */
  readonly workerPoolName?: string;
  /** Whether a front's registries for all toolkits stand behind this one's; true when not given. */
  readonly inherit?: boolean;
  /**
   * What becomes of a promise that is rejected without a handler while a server listens: it is logged, and the server
   * continues, or the process ends by it, as Node has it otherwise; `log` when not given.
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

/** What all routers and servers of an application share. There is no state outside of it. */
export class Toolkit implements ToolkitContext {
  readonly logger: Logger;
  readonly json: JsonMapper;
  readonly limits: DefaultLimits;
  readonly files: Files;
  readonly problems: { readonly base: string };
  readonly inherit: boolean;
  readonly unhandledRejections: 'log' | 'throw';
  readonly registries: Registries = new Registries();
  /** What goes on after the answers that it belongs to: a shutdown waits for it. */
  readonly background: Background = new Background();
  readonly eventBus: EventBus;
  readonly watchdog: Watchdog;
  readonly #pool: PoolSettings;
  #workers: WorkerPool | undefined;

  /**
   * Throws `TypeError` for an option that does not exist or has an invalid value, and `RangeError` for a limit that
   * limits nothing.
   */
  constructor(options: ToolkitOptions = {}) {
    assertOptions('Toolkit', options, OPTIONS);
    assertMethods('Toolkit: logger', options.logger, ['info', 'warn', 'error']);
    assertMethods('Toolkit: json', options.json, ['parse', 'stringify']);
    assertTypes('Toolkit', options, { inherit: 'true or false', workerPoolName: 'a string' });
    const { unhandledRejections = 'log' } = options;
    if (unhandledRejections !== 'log' && unhandledRejections !== 'throw') {
      const given = JSON.stringify(unhandledRejections);
      throw new TypeError(`Toolkit: unhandledRejections is 'log' or 'throw', not ${given}`);
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

  /** Where blocking routes run; its threads are started as they are needed. */
  get workers(): WorkerPool {
    return (this.#workers ??= new WorkerPool(this.#pool, this.logger));
  }

  /**
   * Waits for what events have promised, for `timeout` ms (10 s when not given), and ends the event bus and the worker
   * threads. Close the servers before. Gives what had not come to its end.
   */
  async close({ timeout = 10_000 }: { readonly timeout?: number } = {}): Promise<readonly PendingTask[]> {
    const unfinished = await this.background.settle(timeout);
    await this.eventBus.close();
    await this.#workers?.close();
    return unfinished;
  }

  /** A `node:http` server for the router; `listen` starts it. Throws {@link StartupError} when the routes are wrong. */
  createServer(router: Servable, options: ServerOptions = {}): Server {
    return createServer(router, options);
  }
}
