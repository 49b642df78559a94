import { printable } from '@writ/diagnostics';
import { readArguments } from '../command-line/read-arguments.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { readInput } from '../files/read-input.ts';
import { exitStatus } from '../process/exit-status.ts';
import { printMessage } from '../process/standard-error.ts';
import { stopOnSignals } from '../process/stop-signals.ts';
import { Agent, type AgentEnd } from './agent.ts';
import { agentCommand } from './command.ts';
import { createConnection, UnknownAuthority } from './connection.ts';
import { thisMachine } from './host.ts';
import { readSettings } from './settings.ts';
import { StateFile } from './state.ts';

const SENDER = 'writ agent';

/** `writ agent`: registers this machine with an install service, and works until it is released or restarts. */
export async function run(argv: readonly string[]): Promise<number> {
  const { server, tokenFile, caFile, labels, stateFolder } = readSettings(
    readArguments(agentCommand, argv).values,
  );
  const ca = caFile === undefined ? undefined : await readText(caFile);
  const state = await StateFile.open(stateFolder);
  const stop = stopOnSignals();
  const { signal } = stop;
  try {
    const end = await Agent.run({
      send: createConnection({ server, signal, ...(ca === undefined ? {} : { ca }) }),
      host: thisMachine,
      state,
      readToken: () => readToken(tokenFile),
      labels,
      signal,
      print: (message) => printMessage(printable(message), SENDER),
    });
    return toStatus(end);
  } catch (error) {
    if (error instanceof UnknownAuthority) {
      printMessage(error.message, SENDER);
      return exitStatus.usage;
    }
    if (!signal.aborted) throw error;
    printMessage('interrupted; the same command continues', SENDER);
    return exitStatus.interrupted;
  } finally {
    stop.release();
  }
}

function toStatus(end: AgentEnd): number {
  return end === 'refused' ? exitStatus.refused : exitStatus.done;
}

/** @throws UsageError if the file cannot be read or contains no token; the message does not quote it */
async function readToken(file: string | undefined): Promise<string> {
  if (file === undefined)
    throw new UsageError('missing --token-file: the registration requires a one-time token');
  const token = (await readText(file)).trim();
  if (!/^[\w.~-]{24,512}$/.test(token)) throw new UsageError(`${file} does not contain a one-time token`);
  return token;
}

async function readText(file: string): Promise<string> {
  return Buffer.from((await readInput(file)).text).toString('utf8');
}
