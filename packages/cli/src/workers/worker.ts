import cluster, { type Worker } from 'node:cluster';
import { releaseConnections } from './release-connections.ts';
import { isWorkerMessage, type StopMessage, type Serving } from './protocol.ts';
import { printMessage } from '../process/standard-error.ts';

export interface Exit {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A worker process, as seen by the process that started it. */
export interface WorkerProcess {
  readonly pid: number;
  /** Resolves when the worker serves, or with its exit if it exits earlier. */
  readonly started: Promise<Serving | Exit>;
  /** Resolves when the worker accepts no more connections or has exited. */
  readonly closing: Promise<void>;
  readonly exited: Promise<Exit>;
  /**
   * Lets the worker finish its start hooks or its requests in flight, and run its stop hooks; kills it if it is still
   * loading modules.
   */
  stop(): void;
  kill(): void;
}

/**
 * Starts this command with other arguments as a worker, which shares listening sockets with other workers. `number` is
 * the value of the environment variable `WRIT_WORKER` in the worker. A replacement has the number of the worker that it
 * replaces, so that the application can, for example, schedule jobs in only one of the processes.
 */
export function startWorker(argv: readonly string[], number: number = 1): WorkerProcess {
  cluster.setupPrimary({ exec: process.argv[1]!, args: [...argv] });
  const worker = cluster.fork({ WRIT_WORKER: String(number) });
  releaseConnections(worker);
  const started = Promise.withResolvers<Serving | Exit>();
  const ending = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<Exit>();
  let handlesStop = false;
  worker.on('message', (message: unknown) => {
    if (!isWorkerMessage(message)) return;
    if (message.type === 'writ:ending') return ending.resolve();
    if (message.type === 'writ:serving') started.resolve(message);
    handlesStop = true;
  });
  const handleExit = (exit: Exit): void => {
    started.resolve(exit);
    ending.resolve();
    exited.resolve(exit);
  };
  worker.on('exit', (status: number | null, signal: NodeJS.Signals | null) => handleExit({ status, signal }));
  worker.on('error', (error: Error) => {
    // Either the worker could not be started, or a message could not be sent because the worker is about to exit.
    if (worker.process.pid !== undefined) return;
    printMessage(`a worker cannot be started: ${error.message}`);
    handleExit({ status: null, signal: null });
  });
  return {
    pid: worker.process.pid ?? 0,
    started: started.promise,
    closing: ending.promise,
    exited: exited.promise,
    stop: () => (handlesStop ? sendStop(worker, { type: 'writ:end' }) : kill(worker)),
    kill: () => kill(worker),
  };
}

export function isExit(outcome: Serving | Exit): outcome is Exit {
  return 'signal' in outcome;
}

/** Describes an exit, such as `was killed by SIGKILL` or `exited with status 1`. */
export function describeExit({ status, signal }: Exit): string {
  return signal === null ? `exited with status ${status}` : `was killed by ${signal}`;
}

function sendStop(worker: Worker, message: StopMessage): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

function kill(worker: Worker): void {
  worker.process.kill('SIGKILL');
}
