import type { ReportTable } from '../../shared/report.ts';
import type { Case } from './cases.ts';
import { sendLoad, WARM_UP } from './load.ts';
import type { Figures } from './probe.ts';
import { startServer, type ServerEntry, type ServerProcess } from './server-process.ts';

const CONNECTIONS = 32;

/** Measures the memory after requests, and again after some idle minutes. */
export async function idleTable(
  entries: readonly ServerEntry[],
  cases: readonly Case[],
  minutes: number,
): Promise<ReportTable> {
  const rows: (string | number)[][] = [];
  const servers: ServerProcess[] = [];
  for (const entry of entries) servers.push(await startServer(entry, { flags: ['--expose-gc'] }));
  const after: Figures[] = [];
  for (const server of servers) {
    for (const { request } of cases) await sendLoad(server.port, request, WARM_UP, CONNECTIONS);
    after.push(await server.figures());
  }
  await new Promise((resolve) => setTimeout(resolve, minutes * 60_000));
  for (const [index, server] of servers.entries()) {
    const { heap, memory } = await server.figures();
    const kilobytes = [after[index]!.heap, heap, after[index]!.memory, memory].map((bytes) => bytes / 1_000);
    rows.push([server.name, ...kilobytes]);
    server.stop();
  }
  const titles = ['Server', 'Heap, kB', 'Heap later', 'Memory, kB', 'Memory later'];
  const columns = titles.map((title) => ({ title }));
  return { title: 'Memory', columns, rows };
}
