import type { AddressInfo } from 'node:net';

/** The measurements of a server process since its start. */
export interface ServerFigures {
  /** Milliseconds of processor time. */
  readonly cpu: number;
  /** Resident memory in bytes. */
  readonly memory: number;
  /** The largest resident memory in bytes. */
  readonly peakMemory: number;
  /** The largest used heap with buffers in bytes, sampled every 10 ms. */
  readonly peakHeap: number;
}

export type ServerReport = { readonly port: number } | ServerFigures;

const INTERVAL = 10;

/** Sends the port to the parent process, then replies to each message with the measurements. */
export function reportReady(address: AddressInfo | string | null): void {
  const report = (what: ServerReport): void => void process.send?.(what);
  let peakHeap = 0;
  const sampleHeap = (): NodeJS.MemoryUsage => {
    const usage = process.memoryUsage();
    peakHeap = Math.max(peakHeap, usage.heapUsed + usage.arrayBuffers);
    return usage;
  };
  setInterval(sampleHeap, INTERVAL);
  process.on('message', () => {
    const { rss } = sampleHeap();
    const { user, system } = process.cpuUsage();
    const peakMemory = process.resourceUsage().maxRSS * 1024;
    report({ cpu: (user + system) / 1_000, memory: rss, peakMemory, peakHeap });
  });
  process.on('disconnect', () => process.exit());
  report({ port: (address as AddressInfo).port });
}
