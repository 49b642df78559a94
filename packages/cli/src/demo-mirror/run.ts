import { createServer } from 'node:net';
import { exitStatus } from '../process/exit-status.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { demoMirrorCommand } from './command.ts';
import { findServedMirror } from './served-mirror.ts';
import { loadMirrorTool, CHECKOUT_ONLY, type MirrorServer, type MirrorTool } from './mirror-tool.ts';
import { stopOnSignals, type StopSignals } from '../process/stop-signals.ts';

const HOST = '127.0.0.1';

const OTHER_PORT = 'to serve at another port: --port N, where 0 takes any free one';

/** `writ demo-mirror`: builds the demonstration mirror when it is not there, and serves it until a signal comes. */
export async function run(argv: readonly string[]): Promise<number> {
  const port = readPort(readArguments(demoMirrorCommand, argv).values.port);
  const tool = await loadMirrorTool();
  if (tool === undefined) {
    tell(`there is no demonstration mirror: ${CHECKOUT_ONLY}`);
    return exitStatus.refused;
  }
  // Before a build, which takes its time.
  const taken = await checkPort(port, tool);
  if (taken !== undefined) return refuse(taken);
  const stop = stopOnSignals();
  try {
    return await serve(port, tool, stop);
  } finally {
    stop.release();
  }
}

async function serve(port: number, tool: MirrorTool, { signal, requested }: StopSignals): Promise<number> {
  let root: string;
  try {
    ({ root } = await tool.buildMirror({ set: 'tiny', log: tell, signal }));
  } catch (error) {
    if (signal.aborted) return exitStatus.done;
    tell((error as Error).message);
    return tool.missingTools().length > 0 ? exitStatus.refused : exitStatus.failed;
  }
  let server: MirrorServer;
  try {
    server = await tool.serveMirror(root, { host: HOST, port });
  } catch (error) {
    return refuse(await describeListenError(port, tool, error));
  }
  const region = { 'mirror-region': { Demonstration: { [server.address]: true } } };
  process.stdout.write(`${JSON.stringify(region, undefined, 2)}\n`);
  tell(`the demonstration mirror is served at ${server.origin} until Ctrl-C`);
  await requested;
  await server.close();
  return exitStatus.done;
}

/** @throws UsageError */
function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(
    `--port is ${JSON.stringify(text)}; a port is a number from 0 (any free one) to 65535`,
  );
}

/** Undefined when the port can be listened on. */
async function checkPort(port: number, tool: MirrorTool): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const probe = createServer();
  probe.once('error', (error) => resolve(describeListenError(port, tool, error)));
  probe.listen(port, HOST, () => probe.close(() => resolve(undefined)));
  return promise;
}

async function describeListenError(port: number, { isPinned }: MirrorTool, error: unknown): Promise<string> {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== 'EADDRINUSE') return `port ${port} of ${HOST} cannot be listened on: ${message}`;
  const served = await findServedMirror(`http://${HOST}:${port}`);
  if (served === undefined) return `port ${port} of ${HOST} is taken by another program\n    ${OTHER_PORT}`;
  return (await isPinned(served.fingerprint))
    ? `a demonstration mirror is served there already: ${served.address}\n    use it as it is; ${OTHER_PORT}`
    : `port ${port} of ${HOST} is taken by a mirror that this user did not build: installations do not trust it\n    ${OTHER_PORT}`;
}

function refuse(why: string): number {
  tell(why);
  return exitStatus.usage;
}

function tell(text: string): void {
  process.stderr.write(`writ: ${text}\n`);
}
