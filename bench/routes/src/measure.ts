/** Measures one router in this process and prints the figures as JSON: `measure.ts ROUTER ROUTES`. */
import { fixturePaths, type CreateRouter } from './routes.ts';

/** Number of requests that are created before the measurement. Each request is sent `REPETITIONS` times. */
const REQUESTS = 2_000;
const REPETITIONS = 10;

/** The cost of a router. */
export interface Figures {
  /** Processor time for the registration of all routes, in microseconds per route. */
  readonly register: number;
  /** Memory that the registered routes occupy, in bytes per route. */
  readonly memory: number;
  /** Processor time per request, in microseconds; undefined if the router has no handler for in-process requests. */
  readonly request: number | undefined;
}

const [router = '', routes = ''] = process.argv.slice(2);
const { create } = (await import(`./routers/${router}.ts`)) as { create: CreateRouter };
console.log(JSON.stringify(await measure(create, Number(routes))));

async function measure(createRouter: CreateRouter, count: number): Promise<Figures> {
  // Create a router first, so that the code is loaded and compiled, as in an application that has other routes.
  await createRouter(40);
  const before = heapInUse();
  const start = process.cpuUsage();
  const { fetch } = await createRouter(count);
  const register = microsecondsSince(start) / count;
  const memory = (heapInUse() - before) / count;
  return { register, memory, request: fetch && (await measureRequests(fetch, count)) };
}

async function measureRequests(
  fetch: (request: Request) => Response | Promise<Response>,
  count: number,
): Promise<number> {
  const requests = fixturePaths(count, REQUESTS).map((path) => new Request(`http://127.0.0.1${path}`));
  for (const request of requests.slice(0, 3)) {
    const response = await fetch(request);
    const id = new URL(request.url).pathname.split('/')[2];
    const text = await response.text();
    if (text !== id) throw new Error(`${request.url} returned ${response.status} ${text}`);
  }
  const send = async (): Promise<void> => {
    for (const request of requests) {
      const response = fetch(request);
      if (response instanceof Promise) await response;
    }
  };
  await send();
  const start = process.cpuUsage();
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) await send();
  return microsecondsSince(start) / (REQUESTS * REPETITIONS);
}

function microsecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

function heapInUse(): number {
  globalThis.gc!();
  return process.memoryUsage().heapUsed;
}
