import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Occupation } from './loop-probe.ts';

/** A command to the process of the services. */
export type Command =
  /** Returns an address of the page with a one-time code. */
  | { readonly name: 'address'; readonly service: 'output' | 'installing' }
  /** Runs an installation that writes lines, and returns its number. */
  | { readonly name: 'write-output'; readonly image: string }
  /** Returns the longest occupation of the event loop since the last command of this kind. */
  | { readonly name: 'occupation' };

/** The services in a separate process, so that the event loop contains only their work. */
export interface ServiceProcess {
  address(service: 'output' | 'installing'): Promise<string>;
  writeOutput(image: string): Promise<number>;
  occupation(): Promise<Occupation>;
  close(): Promise<void>;
}

/** Milliseconds for an answer, which includes an installation that writes all lines. */
const LIMIT = 120_000;

/** @param lines number of lines that an installation writes */
export async function startServices(lines: number): Promise<ServiceProcess> {
  const child = fork(fileURLToPath(new URL('services.ts', import.meta.url)), [String(lines)]);
  const receive = async (): Promise<unknown> => {
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(LIMIT)]);
    const ended = once(child, 'exit', { signal }).then(() => {
      throw new Error('the process of the services has ended');
    });
    try {
      const [{ value, error }] = await Promise.race([once(child, 'message', { signal }), ended]);
      if (error !== undefined) throw new Error(error);
      return value;
    } finally {
      ended.catch(() => undefined);
      stop.abort();
    }
  };
  const send = async (command: Command): Promise<unknown> => {
    const received = receive();
    child.send(command);
    return received;
  };
  await receive();
  return {
    address: async (service) => (await send({ name: 'address', service })) as string,
    writeOutput: async (image) => (await send({ name: 'write-output', image })) as number,
    occupation: async () => (await send({ name: 'occupation' })) as Occupation,
    close: async () => {
      const ended = once(child, 'exit', { signal: AbortSignal.timeout(LIMIT) });
      child.disconnect();
      await ended;
    },
  };
}
