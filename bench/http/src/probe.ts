import { Session, type Profiler } from 'node:inspector';
import type { AddressInfo } from 'node:net';
import { getHeapStatistics } from 'node:v8';

/** The measurements that a server process reports, from its start. */
export interface Figures {
  /** Microseconds of processor time. */
  readonly cpu: number;
  /** Used bytes of the JavaScript heap. They equal the allocations as long as no garbage is collected. */
  readonly heap: number;
  /** Number of JavaScript function calls, including calls of Node's own functions; 0 if calls are not counted. */
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
    const { user, system } = process.cpuUsage();
    report({ cpu: user + system, heap: getHeapStatistics().used_heap_size, calls: calls() });
  });
  process.on('disconnect', () => process.exit());
  report({ port: (address as AddressInfo).port });
}

function countCalls(): () => number {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  let calls = 0;
  // The profiler reports the calls since its last report, including calls of this function.
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
