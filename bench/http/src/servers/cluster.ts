/** Starts several workers of a server on one port, and reports the sums of their measurements. */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { addFigures, readFigures, type Figures } from '../probe.ts';

const { BENCH_SERVER: file, BENCH_WORKERS: count } = process.env;

cluster.setupPrimary({ exec: fileURLToPath(new URL(file!, import.meta.url)) });
const workers = Array.from({ length: Number(count) }, () => cluster.fork());
const ready = await Promise.all(workers.map((worker) => once(worker, 'message')));

process.on('message', () => {
  void Promise.all(workers.map(requestFigures)).then((figures) =>
    process.send!(figures.reduce(addFigures, readFigures())),
  );
});
process.on('disconnect', () => process.exit());
process.send!(ready[0]![0]);

async function requestFigures(worker: Worker): Promise<Figures> {
  const report = once(worker, 'message');
  worker.send('figures');
  return ((await report) as [Figures])[0];
}
