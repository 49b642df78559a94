import { createServer } from 'node:net';
import { exitStatus } from '../process/exit-status.ts';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { demoMirrorCommand } from './command.ts';
import { findServedMirror } from './served-mirror.ts';
import { loadMirrorTool, CHECKOUT_ONLY, type MirrorServer, type MirrorTool } from './mirror-tool.ts';
import { stopOnSignals, type StopSignals } from '../process/stop-signals.ts';
import { printMessage } from '../process/standard-error.ts';

const HOST = '127.0.0.1';

const OTHER_PORT = 'to use another port, pass --port=N; 0 selects a free one';

/** `writ demo-mirror`: builds the demonstration mirror if it does not exist, and serves it until it receives a signal. */
export async function run(argv: readonly string[]): Promise<number> {
  const port = readPort(readArguments(demoMirrorCommand, argv).values.port);
  const tool = await loadMirrorTool();
  if (tool === undefined) {
    printMessage(`the demonstration mirror is not available: ${CHECKOUT_ONLY}`);
    return exitStatus.refused;
  }
  // Check the port before the build, which takes a while.
  const portError = await checkPort(port, tool);
  if (portError !== undefined) return printUsageError(portError);
  const stop = stopOnSignals();
  try {
    return await serveMirror(port, tool, stop);
  } finally {
    stop.release();
  }
}

async function serveMirror(
  port: number,
  tool: MirrorTool,
  { signal, requested }: StopSignals,
): Promise<number> {
  let root: string;
  try {
    ({ root } = await tool.buildMirror({ set: 'tiny', log: (line) => printMessage(line), signal }));
  } catch (error) {
    if (signal.aborted) return exitStatus.done;
    printMessage((error as Error).message);
    return tool.missingTools().length > 0 ? exitStatus.refused : exitStatus.failed;
  }
  let server: MirrorServer;
  try {
    server = await tool.serveMirror(root, { host: HOST, port });
  } catch (error) {
    return printUsageError(await describeListenError(port, tool, error));
  }
  const region = { 'mirror-region': { Demonstration: { [server.address]: true } } };
  process.stdout.write(`${JSON.stringify(region, undefined, 2)}\n`);
  printMessage(`the demonstration mirror is served at ${server.origin}; press Ctrl-C to stop it`);
  await requested;
  await server.close();
  return exitStatus.done;
}

/** @throws UsageError */
function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new UsageError(
    `invalid --port ${JSON.stringify(text)}: pass a number from 0 (any free port) to 65535`,
  );
}

/** Describes why the mirror cannot listen on the port; undefined if it can. */
async function checkPort(port: number, tool: MirrorTool): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const probe = createServer();
  probe.once('error', (error) => resolve(describeListenError(port, tool, error)));
  probe.listen(port, HOST, () => probe.close(() => resolve(undefined)));
  return promise;
}

async function describeListenError(port: number, { isPinned }: MirrorTool, error: unknown): Promise<string> {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== 'EADDRINUSE') return `cannot listen on ${HOST}:${port}: ${message}`;
  const served = await findServedMirror(`http://${HOST}:${port}`);
  if (served === undefined) return `port ${port} on ${HOST} is in use by another program\n    ${OTHER_PORT}`;
  return (await isPinned(served.fingerprint))
    ? `a demonstration mirror is already served at ${served.address}\n    use that one, or choose another port with --port=N; 0 selects a free one`
    : `port ${port} on ${HOST} is in use by a mirror that another user built, which installations do not trust\n    ${OTHER_PORT}`;
}

function printUsageError(message: string): number {
  printMessage(message);
  return exitStatus.usage;
}
