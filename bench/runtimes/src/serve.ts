import process from 'node:process';

export type Fetch = (request: Request) => Response | Promise<Response>;

interface ServeOptions {
  readonly port: number;
  readonly hostname: string;
}

/** The parts of the runtimes that serve a fetch handler. */
interface Runtimes {
  readonly Bun?: { serve(options: ServeOptions & { readonly fetch: Fetch }): { readonly port: number } };
  readonly Deno?: {
    serve(
      options: ServeOptions & { readonly onListen: () => void },
      fetch: Fetch,
    ): { readonly addr: { readonly port: number } };
  };
}

/**
 * The lines that a server process prints: its port when it listens, and then its processor time for each line of its
 * input.
 */
export type Report = { readonly port: number } | ProcessorTime;

/** Microseconds of processor time since the process started. */
export interface ProcessorTime {
  readonly user: number;
  readonly system: number;
}

/** Serves a fetch handler with the runtime's own server, and reports to the parent process. */
export function serveFetch(fetch: Fetch): void {
  const { Bun, Deno } = globalThis as Runtimes;
  const options = { port: 0, hostname: '127.0.0.1' };
  if (Bun !== undefined) reportReady(Bun.serve({ ...options, fetch }).port);
  else if (Deno !== undefined) reportReady(Deno.serve({ ...options, onListen() {} }, fetch).addr.port);
  else throw new Error('only Bun and Deno serve fetch handlers');
}

export function reportReady(port: number): void {
  const report = (what: Report): boolean => process.stdout.write(`${JSON.stringify(what)}\n`);
  process.stdin.on('data', () => {
    const { user, system } = process.cpuUsage();
    report({ user, system });
  });
  process.stdin.on('end', () => process.exit());
  report({ port });
}
