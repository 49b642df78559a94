/**
 * Installs fleets of simulated machines: their agents register, are approved, claim their configurations, send events and
 * report. Measures the memory and the processor time of the service, and the latency of the agents' requests.
 *
 *     npm run bench:fleet -- [--sizes 10,500] [--json FILE] [--pictures FOLDER]
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { drawChart } from '../../all/src/draw-chart.ts';
import type { Chart, Point } from '../../shared/chart.ts';
import { readConditions } from '../../shared/conditions.ts';
import { publishReport } from '../../shared/report.ts';
import { quantile } from '../../shared/statistics.ts';
import { startService } from './service-process.ts';
import { simulateFleet, type FleetResult } from './simulate.ts';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '20,50,100,200,500' },
    json: { type: 'string' },
    pictures: { type: 'string' },
  },
});
const sizes = values.sizes.split(',').map(readSize);

/** An installation sends this many events. */
const EVENTS = 100;
const DURATION = 5_000;
const INTERVAL = 1_000;
const LIMIT = 10 * 60_000;

interface Row extends FleetResult {
  readonly size: number;
  /** Bytes. */
  readonly peak: number;
  /** Milliseconds. */
  readonly processor: number;
}

const rows: Row[] = [];
for (const machines of sizes) rows.push(await measure(machines));

const charts: Chart[] = [
  {
    picture: 'fleet-memory',
    title: 'Agents at the same time',
    x: 'agents',
    y: 'largest resident memory of the service, MB',
    order: 1,
    series: [{ name: 'writ', points: rows.map(({ size, peak }) => point(size, peak / 1e6)) }],
  },
  {
    picture: 'fleet-latency',
    title: 'Agents at the same time',
    x: 'agents',
    y: 'latency of the requests of agents, ms',
    order: 1,
    series: [
      ['median', 0.5],
      ['99 %', 0.99],
    ].map(([name, share]) => ({
      name: String(name),
      points: rows.map(({ size, latencies }) => point(size, quantile(latencies, Number(share)))),
    })),
  },
];

publishReport(
  {
    benchmark: 'fleet',
    method: `Agents in one process and the service with SQLite in another one, on the loopback. Each simulated installation takes ${DURATION / 1000} s and sends ${EVENTS} events; an agent sends a request each second. All agents ended, and no event was lost.`,
    conditions: readConditions([], import.meta.url),
    tables: [
      {
        title: 'Fleets of simulated machines',
        columns: [
          { title: 'Agents' },
          { title: 'Until all ended, s', digits: 1 },
          { title: 'Requests' },
          { title: 'Median latency, ms', digits: 1 },
          { title: '99 %, ms', digits: 1 },
          { title: 'Largest memory, MB' },
          { title: 'Processor time, s', digits: 1 },
        ],
        rows: rows.map(({ size, time, latencies, peak, processor }) => [
          size,
          time / 1000,
          latencies.length,
          quantile(latencies, 0.5),
          quantile(latencies, 0.99),
          peak / 1e6,
          processor / 1000,
        ]),
      },
    ],
    charts,
  },
  values.json,
);

if (values.pictures !== undefined) {
  mkdirSync(values.pictures, { recursive: true });
  for (const chart of charts)
    writeFileSync(join(values.pictures, `${chart.picture}.svg`), await drawChart(chart));
}

async function measure(machines: number): Promise<Row> {
  const token = randomBytes(24).toString('base64url');
  const service = await startService(token);
  try {
    const result = await simulateFleet({
      address: service.address,
      token,
      machines,
      work: { events: EVENTS, duration: DURATION },
      interval: INTERVAL,
      limit: LIMIT,
    });
    const expected = machines * (EVENTS + 1);
    if (result.installed !== machines || result.events !== expected)
      throw new Error(`${result.installed} of ${machines} machines, ${result.events} of ${expected} events`);
    return { size: machines, ...result, ...(await service.figures()) };
  } finally {
    await service.close();
  }
}

function point(x: number, y: number): Point {
  return { x, y, low: y, high: y };
}

function readSize(text: string): number {
  const size = Number(text);
  if (!Number.isSafeInteger(size) || size < 1 || size > 10_000)
    throw new Error('--sizes must be numbers of agents from 1 to 10000, separated by commas');
  return size;
}
