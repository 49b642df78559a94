import { Session, type Profiler } from 'node:inspector';
import type { AddressInfo } from 'node:net';
import { getHeapStatistics } from 'node:v8';

/** The measurements that a server process reports, counted from its start. */
export interface Figures {
  /** Microseconds of processor time: the sum of user and system time. */
  readonly cpu: number;
  /** Microseconds of processor time in the process's own code. */
  readonly user: number;
  /** Microseconds of processor time in the kernel, such as in system calls that receive and send. */
  readonly system: number;
  /** Used bytes of the JavaScript heap. They equal the allocations as long as no garbage is collected. */
  readonly heap: number;
  /** Bytes of memory that the process occupies. */
  readonly memory: number;
  /** Number of JavaScript function calls, including calls to Node's own functions; 0 if calls are not counted. */
  readonly calls: number;
}

export type Report = { readonly port: number } | Figures;

/** Environment variable that makes a server process count function calls, which slows it down many times. */
export const COUNT_CALLS = 'BENCH_COUNT_CALLS';

/** Sends the port to the parent process, then replies to each message with the measurements. */
export function reportReady(address: AddressInfo | string | null): void {
  const report = (what: Report): void => void process.send?.(what);
  const calls = process.env[COUNT_CALLS] === undefined ? () => 0 : countCalls();
  process.on('message', () => {
    // With `--expose-gc`, the heap contains only objects that are in use.
    globalThis.gc?.();
    report({ ...readFigures(), calls: calls() });
  });
  process.on('disconnect', () => process.exit());
  report({ port: (address as AddressInfo).port });
}

/** Returns the measurements of this process, without the number of calls. */
export function readFigures(): Figures {
  const heap = getHeapStatistics().used_heap_size;
  const { user, system } = process.cpuUsage();
  return { cpu: user + system, user, system, heap, memory: process.memoryUsage.rss(), calls: 0 };
}

/** Adds the measurements of two processes. */
export function addFigures(one: Figures, other: Figures): Figures {
  return {
    cpu: one.cpu + other.cpu,
    user: one.user + other.user,
    system: one.system + other.system,
    heap: one.heap + other.heap,
    memory: one.memory + other.memory,
    calls: one.calls + other.calls,
  };
}

function countCalls(): () => number {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  let calls = 0;
  // The profiler reports the calls since its last report, including calls to this function.
  const add = (_error: Error | null, { result }: Profiler.TakePreciseCoverageReturnType): void => {
    for (const { functions } of result) {
      for (const { ranges } of functions) calls += ranges[0]!.count;
    }
  };
  return () => {
    session.post('Profiler.takePreciseCoverage', add);
    return calls;
  };
}
