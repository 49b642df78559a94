import type { TableRow } from '@writ/http/kernel';

/** A message from a worker to the process that started it. */
export type WorkerMessage =
  /** The modules are loaded, and the start hooks begin to run. From now on, the worker handles a stop message. */
  | { readonly type: 'writ:starting' }
  | {
      readonly type: 'writ:serving';
      readonly url: string;
      /** A summary such as `serving 3 routes from app.pages`. */
      readonly summary: string;
      readonly rows: readonly TableRow[];
    }
  /** The worker accepts no more connections. */
  | { readonly type: 'writ:ending' };

export type Serving = Extract<WorkerMessage, { readonly type: 'writ:serving' }>;

/** A message to a worker: finish requests in flight, then exit. */
export interface StopMessage {
  readonly type: 'writ:end';
}

const WORKER_MESSAGES: ReadonlySet<unknown> = new Set<WorkerMessage['type']>([
  'writ:starting',
  'writ:serving',
  'writ:ending',
]);

export function isWorkerMessage(message: unknown): message is WorkerMessage {
  return hasType(message) && WORKER_MESSAGES.has(message.type);
}

export function isStopMessage(message: unknown): message is StopMessage {
  return hasType(message) && message.type === 'writ:end';
}

function hasType(message: unknown): message is { readonly type: unknown } {
  return typeof message === 'object' && message !== null && 'type' in message;
}
