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
import { parseLimits } from './policies/limits.ts';
import { resolveTrustProxy, type TrustProxyOptions } from './policies/trust-proxy.ts';
import type { TrustedProxies } from './contract/trusted-proxies.ts';
import type { Server as HttpServer } from 'node:http';
import type { Http2SecureServer, Http2Server } from 'node:http2';
import { createServer } from './server/server.ts';
import type { Http2ServerOptions, NodeServerOptions, Server, ServerOptions } from './server/server-types.ts';
import { WorkerPool } from './workers/pool.ts';
import { resolvePoolSettings, type PoolSettings } from './workers/pool-settings.ts';
import { Watchdog } from './workers/watchdog.ts';

/** Options for all routers and servers of an application. */
export interface ToolkitOptions {
  /**
   * Logger, such as pino or `console`. If it has no `debug` method, messages of that level are discarded (default: a
   * logger that writes warnings and errors to standard error).
   */
  readonly logger?: ApplicationLogger;
  readonly json?: JsonMapper;
  readonly limits?: Limits;
  /** Folder that `FileResponseWriter` serves, and its limits. */
  readonly files?: FilesOptions;
  /**
   * Options for problem documents. `base` is the prefix of their `type`, which ends with the error code. It is an
   * absolute URI or a path that ends with a separator, such as `https://example.org/problems/` (default:
   * `urn:writ:problem:`).
   */
  readonly problems?: { readonly base?: string };
  /**
   * Proxies whose headers are used for `request.remoteAddress` and `request.url` (default: none).
   * `{ header: 'x-forwarded', hops: 1 }` trusts the peer of every connection;
   * `{ header: 'forwarded', addresses: ['10.0.0.0/8'] }` trusts peers with these addresses.
   */
  readonly trustProxy?: TrustProxyOptions;
  /** Event bus (default: in process). */
  readonly eventBus?: EventBus;
  /**
   * Maximum number of worker threads for blocking routes (default: 20). If there are several blocking routes, a route
   * gets another thread only while more threads are free than the route already uses.
   */
  readonly workerPoolSize?: number;
  /**
   * Time limit in milliseconds for a request that has started in a worker thread (default: 60 s). When it is reached,
   * the response is 503 and the thread is replaced.
   */
  readonly maxExecuteTime?: number;
  /** Prefix of the names of worker threads, which end with a number (default: `writ-worker`). */
  readonly workerPoolName?: string;
  /** Whether this toolkit inherits the components that front ends register for all toolkits (default: true). */
  readonly inherit?: boolean;
  /**
   * Handling of unhandled rejections while a server is listening: `log` them and continue, or `throw`, which ends the
   * process, as Node does (default: `log`).
   */
  readonly unhandledRejections?: 'log' | 'throw';
  /**
   * Whether to compare handler results with their declared types, as `writ dev` does (default: false). A result that
   * differs is logged with the handler's location, and causes a 500.
   */
  readonly validateResponses?: boolean;
}

const OPTIONS: OptionNames<ToolkitOptions> = {
  logger: true,
  json: true,
  limits: true,
  files: true,
  problems: true,
  trustProxy: true,
  eventBus: true,
  workerPoolSize: true,
  maxExecuteTime: true,
  workerPoolName: true,
  inherit: true,
  unhandledRejections: true,
  validateResponses: true,
};

function problemsOf(options: NonNullable<ToolkitOptions['problems']> = {}): { readonly base: string } {
  assertOptions('Toolkit: problems', options, { base: true });
  const { base = DEFAULT_PROBLEM_BASE } = options;
  assertProblemBase(base);
  return { base };
}

/** The state that all routers and servers of an application share. */
export class Toolkit implements ToolkitContext {
  readonly logger: Logger;
  readonly json: JsonMapper;
  readonly limits: DefaultLimits;
  readonly files: Files;
  readonly problems: { readonly base: string };
  readonly trustedProxies: TrustedProxies | undefined;
  readonly inherit: boolean;
  readonly unhandledRejections: 'log' | 'throw';
  readonly validateResponses: boolean;
  readonly registries: Registries = new Registries();
  /** Tasks that may continue after the response has been sent; a shutdown waits for them. */
  readonly background: Background = new Background();
  readonly eventBus: EventBus;
  readonly watchdog: Watchdog;
  readonly #pool: PoolSettings;
  #workers: WorkerPool | undefined;

  /**
   * Throws `TypeError` if an option is unknown or its value invalid, and `RangeError` if a limit, `workerPoolSize` or
   * `maxExecuteTime` is out of range.
   */
  constructor(options: ToolkitOptions = {}) {
    assertOptions('Toolkit', options, OPTIONS);
    assertMethods('Toolkit: logger', options.logger, ['info', 'warn', 'error']);
    assertMethods('Toolkit: json', options.json, ['parse', 'stringify']);
    assertTypes('Toolkit', options, {
      inherit: 'true or false',
      validateResponses: 'true or false',
      workerPoolName: 'a string',
    });
    const { unhandledRejections = 'log' } = options;
    if (unhandledRejections !== 'log' && unhandledRejections !== 'throw') {
      const given = JSON.stringify(unhandledRejections);
      throw new TypeError(`Toolkit: unhandledRejections must be 'log' or 'throw', not ${given}`);
    }
    this.logger = options.logger === undefined ? stderrLogger : withDebug(options.logger);
    this.json = options.json ?? JSON;
    this.inherit = options.inherit ?? true;
    this.unhandledRejections = unhandledRejections;
    this.validateResponses = options.validateResponses ?? false;
    this.eventBus = options.eventBus ?? new LocalEventBus(this.logger, this.background);
    this.watchdog = new Watchdog(this.logger);
    this.registries.setContextObject(Toolkit, ({ toolkit }) => toolkit);
    this.registries.setContextObject(EventBus, ({ toolkit }) => toolkit.eventBus);
    this.#pool = resolvePoolSettings(options);
    this.files = resolveFiles(options.files);
    this.problems = problemsOf(options.problems);
    this.trustedProxies = resolveTrustProxy(options.trustProxy, this.logger);
    this.limits = {
      body: 1024 * 1024,
      bodyTime: 30_000,
      names: 256,
      value: 8192,
      provider: 10_000,
      ...parseLimits(options.limits ?? {}),
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

  /**
   * Creates a server for the router; `listen` starts it. Throws `TypeError` if an option is invalid, and
   * {@link StartupError} if routes are invalid, unless start-up work is pending: `listen` then rejects.
   */
  createServer(router: Servable, options: Http2ServerOptions): Server<Http2Server | Http2SecureServer>;
  createServer(router: Servable, options: NodeServerOptions): Server<HttpServer>;
  createServer(router: Servable, options?: ServerOptions): Server;
  createServer(router: Servable, options: ServerOptions = {}): Server {
    return createServer(router, options);
  }
}
