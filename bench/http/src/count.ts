import { Load } from './load.ts';
import { startServer, type ServerEntry } from './server-process.ts';

/** The work that a server does per request. */
export interface Counts {
  /** Number of JavaScript function calls, including calls to Node's own functions. */
  readonly calls: number;
  /** Bytes allocated on the JavaScript heap. */
  readonly bytes: number;
}

const CONNECTIONS = 32;
const WARM_UP = 10_000;
const REQUESTS = 8_000;
/** These flags make the young generation large enough to avoid garbage collection during the measurement. */
const FLAGS = ['--min-semi-space-size=256', '--max-semi-space-size=256'];

/** Counts the work per request. Unlike times, counts do not depend on the load of the machine. */
export async function countPerRequest(entry: ServerEntry, sent: readonly string[]): Promise<Counts> {
  const calls = await measurePerRequest(entry, sent, 'calls');
  const bytes = await measurePerRequest(entry, sent, 'heap');
  return { calls, bytes };
}

async function measurePerRequest(
  entry: ServerEntry,
  sent: readonly string[],
  figure: 'calls' | 'heap',
): Promise<number> {
  const server = await startServer(entry, { flags: FLAGS, countCalls: figure === 'calls' });
  try {
    const load = new Load(server.port, CONNECTIONS);
    await load.open();
    await load.send(sent, WARM_UP);
    const before = await server.figures();
    await load.send(sent, REQUESTS);
    const after = await server.figures();
    load.close();
    return (after[figure] - before[figure]) / REQUESTS;
  } finally {
    server.stop();
  }
}
