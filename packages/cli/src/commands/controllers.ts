import { parseArgs } from 'node:util';
import { loadControllers, prefixesOf } from '@writ/controllers';
import { hasErrors, renderText, summarize } from '@writ/diagnostics';
import { Router, Toolkit, type Address, type Server } from '@writ/http';
import { exitStatus } from '../exit-status.ts';

/** How long requests in flight may take once a signal asked for the end. */
const DRAIN = 10_000;
/** How long users' code may keep the process after that: open connections of its own, timers. */
const LINGER = 1_000;

/** `writ --prefix=app.controllers --host=localhost:8080`: serves the controllers until a signal ends it. */
export async function run(argv: readonly string[]): Promise<number> {
  const options = readOptions(argv);
  if (typeof options === 'string') {
    process.stderr.write(`writ: ${options}\n    usage: writ --prefix=MODULE [--host=HOST:PORT]\n`);
    return exitStatus.usage;
  }
  const status = await serve(options);
  // A module of the user may hold the process open, for example by a timer.
  setTimeout(() => process.exit(), LINGER).unref();
  return status;
}

interface Options {
  readonly prefixes: readonly string[];
  readonly host: string;
  readonly port: number;
}

function readOptions(argv: readonly string[]): Options | string {
  let values: { prefix?: string[]; host?: string };
  try {
    ({ values } = parseArgs({
      args: [...argv],
      options: { prefix: { type: 'string', multiple: true }, host: { type: 'string' } },
    }));
  } catch (error) {
    return (error as Error).message;
  }
  const address = parseHost(values.host ?? 'localhost:8080');
  if (address === undefined)
    return `--host=${values.host} is no HOST:PORT, such as localhost:8080 or [::1]:8080`;
  return { prefixes: values.prefix ?? prefixesOf(process.env), ...address };
}

/** `host`, `host:port`, `:port` or `[IPv6]:port`; port 0 takes a free one. */
function parseHost(text: string): { host: string; port: number } | undefined {
  const [, v6, name = '', digits = '8080'] =
    /^(?:\[([\da-f:.]+)\]|([^\s:/[\]]*))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = v6 ?? (name === '' ? 'localhost' : name);
  const port = Number(digits);
  const isGiven = v6 !== undefined || name !== '' || text.startsWith(':');
  return isGiven && text !== ':' && port <= 65_535 ? { host, port } : undefined;
}

async function serve({ prefixes, host, port }: Options): Promise<number> {
  const toolkit = new Toolkit();
  const loaded = await loadControllers({ prefixes });
  const router = new Router(toolkit).mount(loaded.matcher).report(...loaded.diagnostics);
  const diagnostics = router.diagnostics();
  const failed = hasErrors(diagnostics);
  if (failed) {
    process.stderr.write(renderText(diagnostics, { source: loaded.source, color: process.stderr.isTTY }));
    process.stderr.write(`writ: nothing is served: ${summarize(diagnostics)}\n`);
    return exitStatus.findings;
  }
  const server = toolkit.createServer(router);
  let address: Address;
  try {
    address = await server.listen(port, host);
  } catch (error) {
    process.stderr.write(`writ: cannot listen on ${host}:${port}: ${(error as Error).message}\n`);
    return exitStatus.usage;
  }
  // Before anybody can know that it serves.
  const signal = nextSignal();
  const count = loaded.matcher.routes.length;
  process.stderr.write(
    `writ: ${count} route${count === 1 ? '' : 's'} of ${loaded.matcher.name} at ${address.url}\n`,
  );
  await signal;
  return end(server);
}

function nextSignal(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve());
  return promise;
}

/** Lets requests finish, unless a second signal says that there is no time for it. */
async function end(server: Server): Promise<number> {
  void nextSignal().then(() => process.exit(exitStatus.interrupted));
  const { cut } = await server.close({ timeout: DRAIN });
  for (const { method, path, age } of cut) {
    process.stderr.write(`writ: cut off after ${age} ms: ${method} ${path}\n`);
  }
  return exitStatus.done;
}
