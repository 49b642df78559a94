import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ReportTable } from '../../shared/report.ts';
import { median, quantile } from '../../shared/statistics.ts';
import type { Case } from './cases.ts';
import { responseLength, sendLoad, WARM_UP } from './load.ts';
import type { ServerProcess } from './server-process.ts';

/** A load at a fixed rate. */
interface FixedRate {
  readonly port: number;
  readonly request: string;
  /** Requests per second. */
  readonly rate: number;
  readonly seconds: number;
  readonly connections: number;
}

/**
 * Sends requests at a fixed rate, however slowly the server responds, and returns their latencies in milliseconds. A
 * latency is measured from the time at which the request was due, even if it had to wait for a connection. If latencies
 * were measured from the time of sending, a server that stops for a second would appear to delay only the few requests
 * that were under way.
 */
async function sendAtRate(load: FixedRate): Promise<readonly number[]> {
  const { port, request, rate, seconds, connections } = load;
  const sockets = Array.from({ length: connections }, () => connect(port, '127.0.0.1').setNoDelay(true));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const latencies = await new Promise<number[]>((resolve, reject) => {
    const total = Math.round(rate * seconds);
    const measured: number[] = [];
    /** Due times of the requests that wait for a connection. */
    const waiting: number[] = [];
    const free: Socket[] = [...sockets];
    const dueTimes = new Map<Socket, number>();
    const send = (): void => {
      while (waiting.length > 0 && free.length > 0) {
        const socket = free.pop()!;
        dueTimes.set(socket, waiting.shift()!);
        socket.write(request);
      }
    };
    const onResponse = (socket: Socket): void => {
      measured.push(performance.now() - dueTimes.get(socket)!);
      free.push(socket);
      send();
      if (measured.length === total) resolve(measured);
    };
    for (const socket of sockets) {
      receiveResponses(socket, () => onResponse(socket));
      socket.on('error', reject);
    }
    const start = performance.now();
    let added = 0;
    const addDue = (): void => {
      const now = performance.now();
      for (; added < total && start + (added * 1_000) / rate <= now; added += 1) {
        waiting.push(start + (added * 1_000) / rate);
      }
      send();
      if (added < total) setImmediate(addDue);
    };
    addDue();
  });
  for (const socket of sockets) socket.destroy();
  return latencies;
}

/** Calls back after each response. All responses have the length of the first one. */
function receiveResponses(socket: Socket, onResponse: () => void): void {
  let head = '';
  let whole = 0;
  let got = 0;
  socket.on('data', (chunk: Buffer) => {
    got += chunk.length;
    if (whole === 0) {
      head += chunk.toString('latin1');
      whole = responseLength(head);
    }
    if (whole === 0 || got < whole) return;
    got = 0;
    onResponse();
  });
}

/** The load and the number of rounds of a latency measurement. */
export interface LatencySettings {
  readonly rate: number;
  readonly seconds: number;
  readonly connections: number;
  readonly rounds: number;
}

/** Measures latencies at a fixed rate in interleaved rounds. */
export async function latencyTable(
  { name, request }: Case,
  servers: readonly ServerProcess[],
  { rounds, ...load }: LatencySettings,
): Promise<ReportTable> {
  const shares = [0.5, 0.99, 0.999];
  const measured = new Map(servers.map((server) => [server.name, shares.map((): number[] => [])]));
  for (const { port } of servers) await sendLoad(port, request, WARM_UP, load.connections);
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < servers.length; turn += 1) {
      const server = servers[(round + turn) % servers.length]!;
      const latencies = await sendAtRate({ ...load, port: server.port, request });
      for (const [index, share] of shares.entries()) {
        measured.get(server.name)![index]!.push(quantile(latencies, share));
      }
    }
  }
  return {
    title: name,
    columns: [{ title: 'Server' }, ...['50 %', '99 %', '99.9 %'].map((title) => ({ title, digits: 2 }))],
    rows: [...measured].map(([server, rounded]) => [server, ...rounded.map(median)]),
  };
}
