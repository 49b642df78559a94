import cluster, { type Worker } from 'node:cluster';
import { releaseConnections } from './release-connections.ts';
import { isWorkerMessage, type StopMessage, type Serving } from './protocol.ts';

export interface Exit {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A process that serves, as the one that started it sees it. */
export interface WorkerProcess {
  readonly pid: number;
  /** What it says once it serves, or how it ended before that. */
  readonly started: Promise<Serving | Exit>;
  /** Resolves once it takes no more connections. */
  readonly closing: Promise<void>;
  readonly exited: Promise<Exit>;
  /** Asks it to finish what it has begun; when it has not begun to serve it is ended at once. */
  stop(): void;
  kill(): void;
}

/** Starts this very command again with other arguments, as a worker that shares listening sockets with others. */
export function startWorker(argv: readonly string[]): WorkerProcess {
  cluster.setupPrimary({ exec: process.argv[1]!, args: [...argv] });
  const worker = cluster.fork();
  releaseConnections(worker);
  const started = Promise.withResolvers<Serving | Exit>();
  const ending = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<Exit>();
  let serves = false;
  worker.on('message', (message: unknown) => {
    if (!isWorkerMessage(message)) return;
    if (message.type === 'writ:ending') return ending.resolve();
    serves = true;
    started.resolve(message);
  });
  const over = (exit: Exit): void => {
    started.resolve(exit);
    ending.resolve();
    exited.resolve(exit);
  };
  worker.on('exit', (status: number | null, signal: NodeJS.Signals | null) => over({ status, signal }));
  worker.on('error', (error: Error) => {
    // It could not be started, or not be told something: in the latter case it is about to end.
    if (worker.process.pid !== undefined) return;
    process.stderr.write(`writ: a worker cannot be started: ${error.message}\n`);
    over({ status: null, signal: null });
  });
  return {
    pid: worker.process.pid ?? 0,
    started: started.promise,
    closing: ending.promise,
    exited: exited.promise,
    stop: () => (serves ? sendStop(worker, { type: 'writ:end' }) : kill(worker)),
    kill: () => kill(worker),
  };
}

export function isExit(outcome: Serving | Exit): outcome is Exit {
  return 'signal' in outcome;
}

/** `was ended by SIGKILL`, `ended with status 1`. */
export function describeExit({ status, signal }: Exit): string {
  return signal === null ? `ended with status ${status}` : `was ended by ${signal}`;
}

function sendStop(worker: Worker, message: StopMessage): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

function kill(worker: Worker): void {
  worker.process.kill('SIGKILL');
}
