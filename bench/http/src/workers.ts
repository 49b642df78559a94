import type { ReportTable } from '../../shared/report.ts';
import { median, medianRatio } from '../../shared/statistics.ts';
import type { Case } from './cases.ts';
import { Load, WARM_UP } from './load.ts';
import { startServer, type ServerEntry, type ServerProcess } from './server-process.ts';

/** The numbers of workers to compare, and the load. */
export interface WorkerSettings {
  readonly counts: readonly number[];
  readonly rounds: number;
  readonly requests: number;
  readonly connections: number;
}

/** Measures throughput with several worker processes, which share the processors with the load generator. */
export async function workersTables(
  entries: readonly ServerEntry[],
  cases: readonly Case[],
  settings: WorkerSettings,
): Promise<ReportTable[]> {
  const { counts } = settings;
  const tables: ReportTable[] = [];
  for (const each of cases) {
    const rows: (string | number)[][] = [];
    for (const entry of entries) {
      const started = await Promise.all(counts.map((workers) => startServer({ ...entry, workers }, {})));
      rows.push(...(await workerRows(each, started, settings)));
      for (const server of started) server.stop();
    }
    const columns = [
      { title: 'Server' },
      { title: 'Workers' },
      { title: 'Requests/s' },
      { title: `Ratio to ${counts[0]}`, digits: 2 },
      { title: 'Processor, us/request', digits: 2 },
      { title: 'Processors of the workers', digits: 2 },
      { title: 'Processors of the load', digits: 2 },
    ];
    tables.push({ title: each.name, columns, rows });
  }
  return tables;
}

async function workerRows(
  { request }: Case,
  started: readonly ServerProcess[],
  { counts, rounds, requests, connections }: WorkerSettings,
): Promise<(string | number)[][]> {
  const loads = started.map(({ port }) => new Load(port, connections));
  const figures = started.map(() => ({ perSecond: [], total: [], workers: [], load: [] }) as WorkerFigures);
  for (const load of loads) {
    await load.open();
    await load.send([request], WARM_UP);
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, server] of started.entries()) {
      await loads[index]!.open();
      const before = await server.figures();
      const ownBefore = process.cpuUsage();
      const start = performance.now();
      await loads[index]!.send([request], requests);
      const time = performance.now() - start;
      const own = process.cpuUsage(ownBefore);
      const after = await server.figures();
      const cpu = after.cpu - before.cpu;
      const { perSecond, total, workers, load } = figures[index]!;
      perSecond.push((requests / time) * 1000);
      total.push(cpu / requests);
      workers.push(cpu / 1000 / time);
      load.push((own.user + own.system) / 1000 / time);
    }
  }
  for (const load of loads) load.close();
  return figures.map(({ perSecond, total, workers, load }, index) => [
    started[index]!.name,
    counts[index]!,
    median(perSecond),
    medianRatio(perSecond, figures[0]!.perSecond),
    median(total),
    median(workers),
    median(load),
  ]);
}

/** Measurements of a number of workers, by round. */
interface WorkerFigures {
  readonly perSecond: number[];
  readonly total: number[];
  /** Processors that the workers occupied on average. */
  readonly workers: number[];
  readonly load: number[];
}
