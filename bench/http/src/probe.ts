import { Session, type Profiler } from 'node:inspector';
import type { AddressInfo } from 'node:net';
import { getHeapStatistics } from 'node:v8';

/** The measurements that a server process reports, each since its start. */
export interface Figures {
  /** Microseconds of processor time. */
  readonly cpu: number;
  /** Used bytes of the JavaScript heap. As long as no garbage is collected, these are all allocations. */
  readonly heap: number;
  /** Number of JavaScript function calls, including node's own functions; 0 if they are not counted. */
  readonly calls: number;
}

export type Report = { readonly port: number } | Figures;

/** Environment variable that makes a server process count function calls. This makes it many times slower. */
export const COUNT_CALLS = 'BENCH_COUNT_CALLS';

/** Sends the port to the parent process, then the measurements in reply to each message. */
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
  // The profiler reports the calls since the last report, including those of this function.
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
