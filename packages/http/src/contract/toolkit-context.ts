import type { NamedRoute } from '../report/findings.ts';
import type { BackgroundTasks } from './background-tasks.ts';
import type { WorkerCall, WorkerReply } from './blocking.ts';
import type { EventBus } from './event-bus.ts';
import type { Files } from './files.ts';
import type { JsonMapper } from './json-mapper.ts';
import type { DefaultLimits } from './limits.ts';
import type { Logger } from './logger.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** The parts of the toolkit that requests use. */
export interface ToolkitContext {
  readonly logger: Logger;
  readonly json: JsonMapper;
  readonly limits: DefaultLimits;
  readonly files: Files;
  /** Options for problem documents, whose `type` is `base` followed by the code. */
  readonly problems: { readonly base: string };
  /** The trusted proxies, whose headers describe the client; undefined if there are none. */
  readonly trustedProxies: TrustedProxies | undefined;
  /** Whether unhandled rejections are logged or end the process. */
  readonly unhandledRejections: 'log' | 'throw';
  /** Whether handler results are compared with their declared types. */
  readonly validateResponses: boolean;
  /** Tasks that may continue after the request that started them has been answered. A shutdown waits for them. */
  readonly background: BackgroundTasks;
  readonly eventBus: EventBus;
  readonly watchdog: EventLoopMonitor;
  readonly workers: WorkerCalls;
}

/** Measures how long routes block the event loop. */
export interface EventLoopMonitor {
  /** Called before a route's code runs. Returns the time to pass to {@link leave}. */
  enter(): number;
  /** Called after a route's code has run, in the same turn of the event loop. */
  leave(route: NamedRoute | undefined, since: number): void;
  /** Called at the end of a route that took several turns of the event loop. */
  leaveLate(route: NamedRoute | undefined): void;
}

/** Runs calls in worker threads. */
export interface WorkerCalls {
  /**
   * Runs a call. Rejects with `HttpError` 503 if the call waits or runs for too long, too many calls are waiting, or
   * the threads have been closed. If `cancelLimit` is set and the call is still running that many milliseconds after it
   * was cancelled, its thread is terminated, and the call rejects with the signal's reason.
   */
  run(call: WorkerCall, label: string, signal: AbortSignal, cancelLimit?: number): Promise<WorkerReply>;
}
