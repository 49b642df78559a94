import type { NamedRoute } from '../report/findings.ts';
import type { BackgroundTasks } from './background-tasks.ts';
import type { WorkerCall, WorkerReply } from './blocking.ts';
import type { EventBus } from './event-bus.ts';
import type { Files } from './files.ts';
import type { JsonMapper } from './json-mapper.ts';
import type { DefaultLimits } from './limits.ts';
import type { Logger } from './logger.ts';

/** The toolkit as a request sees it. */
export interface ToolkitContext {
  readonly logger: Logger;
  readonly json: JsonMapper;
  readonly limits: DefaultLimits;
  readonly files: Files;
  /** How problem documents are written; `base` is the beginning of their `type`, which the code follows. */
  readonly problems: { readonly base: string };
  /** The handling of a rejected promise without a handler: it is logged, or the process ends. */
  readonly unhandledRejections: 'log' | 'throw';
  /** Tasks that outlive the response that they belong to: a shutdown waits for them. */
  readonly background: BackgroundTasks;
  readonly eventBus: EventBus;
  readonly watchdog: EventLoopMonitor;
  readonly workers: WorkerCalls;
}

/** Measures for how long routes block the event loop. */
export interface EventLoopMonitor {
  /** Before the code of a route runs; returns the time for {@link leave}. */
  enter(): number;
  /** Right after it has run, in the same turn of the event loop. */
  leave(route: NamedRoute | undefined, since: number): void;
  /** When a route has ended that took several turns of the event loop. */
  leaveLate(route: NamedRoute | undefined): void;
}

/** Runs calls in worker threads. */
export interface WorkerCalls {
  /** Rejects with `HttpError` 503 when the call had to wait or took too long. */
  run(call: WorkerCall, label: string, signal: AbortSignal): Promise<WorkerReply>;
}
