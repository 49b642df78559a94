import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The service and its figures. */
export interface ServiceProcess {
  readonly address: string;
  /** The largest resident memory in bytes, and the processor time in milliseconds. */
  figures(): Promise<{ readonly peak: number; readonly processor: number }>;
  close(): Promise<void>;
}

/** Milliseconds for an answer. */
const LIMIT = 5 * 60_000;

export async function startService(token: string): Promise<ServiceProcess> {
  const child = fork(fileURLToPath(new URL('service.ts', import.meta.url)), [token]);
  const { url } = await receive<{ url: string }>(child);
  return {
    address: url,
    figures: () => {
      const received = receive<{ peak: number; processor: number }>(child);
      child.send('figures');
      return received;
    },
    close: async () => {
      const ended = once(child, 'exit', { signal: AbortSignal.timeout(LIMIT) });
      child.disconnect();
      await ended;
    },
  };
}

async function receive<T>(child: ChildProcess): Promise<T> {
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(LIMIT)]);
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('the process of the service has ended');
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message as T;
  } finally {
    ended.catch(() => undefined);
    stop.abort();
  }
}
