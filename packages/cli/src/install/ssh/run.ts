import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Writable } from 'node:stream';
import { hasErrors } from '@writ/diagnostics';
import type { EventSink } from '@writ/installer';
import { checkConfiguration } from '@writ/installer/check';
import { namesDevice } from '@writ/installer/internal';
import { readArguments } from '../../command-line/read-arguments.ts';
import { UsageError } from '../../command-line/usage-error.ts';
import { describeReadError } from '../../files/file-errors.ts';
import { exitStatus } from '../../process/exit-status.ts';
import { printMessage, writeStandardError } from '../../process/standard-error.ts';
import { stopOnSignals } from '../../process/stop-signals.ts';
import type { InstallArguments } from '../arguments.ts';
import { installCommand } from '../commands.ts';
import { reportFindings } from '../report.ts';
import { SSH_FAILED, SshConnection } from './connection.ts';
import { forwardArguments } from './forwarded-arguments.ts';
import { checkRemoteHost, probeScript } from './remote-host.ts';
import { installCommandOf, PREPARATION_FAILED, type SentFile } from './remote-script.ts';
import { parseEvent } from './parse-event.ts';

/** Time limit in milliseconds for the connection and the check of the host, with the user's answers to ssh. */
const PROBE_LIMIT = 300_000;

/**
 * `writ install --ssh`: sends the installation medium's system to a host, and runs the installation there. Files are
 * read on this machine.
 *
 * @param sinks receive the events of the installation
 */
export async function installOverSsh(
  argv: readonly string[],
  given: InstallArguments,
  sinks: readonly EventSink[],
): Promise<number> {
  const { values } = readArguments(installCommand, argv);
  const { ssh: host = '', 'ssh-option': options, 'ssh-system': archive } = values;
  const forwarded = forwardArguments(values);
  if (host === '' || host.startsWith('-'))
    throw new UsageError('invalid --ssh: pass a destination such as root@HOST');
  if (archive === undefined)
    throw new UsageError('--ssh requires --ssh-system: pass the archive that npm run build:medium writes');
  const system = await measureArchive(archive);
  const problem = checkRequest(given, values.target);
  if (problem !== undefined) return problem;

  using connection = new SshConnection(host, options);
  printMessage(`connecting to ${host}`);
  const probe = connection.start(['sh', '-c', probeScript], ['ignore', 'pipe', 'inherit']);
  const stuck = setTimeout(() => probe.kill(), PROBE_LIMIT);
  const [output, probed] = await Promise.all([text(probe.stdout!), ended(probe)]);
  clearTimeout(stuck);
  if (probed === SSH_FAILED || probed === undefined) {
    printMessage(`cannot connect to ${host}, so nothing was written; see the message from ssh above`);
    return exitStatus.refused;
  }
  const reasons = checkRemoteHost(output, system.unpacked);
  for (const reason of reasons) printMessage(`cannot install on ${host}: ${reason}`);
  if (reasons.length > 0) return exitStatus.refused;

  const files = filesOf(given);
  const remote = [
    'install',
    files[0]!.name,
    ...(given.request.creds === undefined ? [] : ['--creds=creds.json']),
    ...(given.lock === undefined ? [] : ['--lock=lock.json']),
    ...forwarded,
    ...(given.dryRun ? [] : ['--events=-', '--quiet']),
  ];
  printMessage(`sending the installation system, ${Math.ceil(system.packed / 1e6)} MB`);
  // Shielded from the terminal's signals: the end of its standard input stops the installation.
  const child = connection.start(
    installCommandOf(system.packed, files, remote),
    ['pipe', given.dryRun ? 'inherit' : 'pipe', 'inherit'],
    true,
  );
  const stop = stopOnSignals({ onLastSignal: () => child.kill() });
  stop.signal.addEventListener('abort', () => {
    writeStandardError('\n');
    printMessage(`stopping and cleaning up on ${host} (interrupt again to abort)`);
    child.stdin!.end();
  });
  try {
    const relayed = child.stdout === null ? undefined : relayEvents(child.stdout, sinks);
    const sent = send(child.stdin!, archive, files);
    const status = await ended(child);
    await Promise.all([relayed, sent]);
    if (status === exitStatus.done && !given.dryRun && !given.quiet)
      printMessage(`the installation on ${host} is complete`);
    if (status === PREPARATION_FAILED) {
      printMessage(`the installation could not be started on ${host}, so nothing was written`);
      return stop.signal.aborted ? exitStatus.interrupted : exitStatus.refused;
    }
    if (status !== SSH_FAILED && status !== undefined) return status;
    printMessage(
      `the connection to ${host} ended, which stops the installation there; run the same command with --resume to continue`,
    );
    return exitStatus.failed;
  } finally {
    stop.release();
  }
}

/** Reports what would fail on the host; returns the exit status if anything does. */
function checkRequest(given: InstallArguments, targets: readonly string[]): number | undefined {
  const { request, dryRun, yes } = given;
  const { config, creds, advanced, strict } = request;
  const checked = checkConfiguration({
    config,
    ...(creds === undefined ? {} : { creds }),
    ...(advanced === undefined ? {} : { advanced }),
    ...(strict === undefined ? {} : { strict }),
  });
  if (hasErrors(checked.findings)) {
    reportFindings({ ...checked, outcome: 'findings' });
    return exitStatus.findings;
  }
  const names = targets.length > 0 ? targets : checked.requested.drives.map(({ item }) => item);
  const image = names.find((name) => !namesDevice(name));
  if (image !== undefined)
    throw new UsageError(`${image} is not a disk: an image is written on this machine, without --ssh`);
  const { profile } = checked.requested;
  if (profile?.kind === 'file')
    throw new UsageError(
      'profile.path is a file on this machine: with --ssh, use an https URL with its digest',
    );
  if (yes || dryRun) return undefined;
  printMessage(
    'with --ssh, the plan must be confirmed by options: read the plan with --dry-run, then pass --yes and --plan-sha256 with its digest',
  );
  return exitStatus.refused;
}

/** The configuration first, under its own name, which findings show. */
function filesOf({ request: { config, creds }, lock }: InstallArguments): SentFile[] {
  const name = basename(config.file);
  const file = (as: string, { text: content }: { readonly text: string | Uint8Array }): SentFile => ({
    name: as,
    content: Buffer.from(content as string),
  });
  const isOwnName = /^[A-Za-z0-9][\w.-]*$/.test(name) && name !== 'creds.json' && name !== 'lock.json';
  return [
    file(isOwnName ? name : 'config.json', config),
    ...(creds === undefined ? [] : [file('creds.json', creds)]),
    ...(lock === undefined ? [] : [file('lock.json', lock)]),
  ];
}

interface Archive {
  readonly packed: number;
  readonly unpacked: number;
}

/**
 * Reads the sizes of a gzip archive, whose last four bytes contain the unpacked one.
 *
 * @throws UsageError
 */
async function measureArchive(file: string): Promise<Archive> {
  try {
    await using handle = await open(file);
    const { size } = await handle.stat();
    const ends = Buffer.alloc(8);
    await handle.read(ends, 0, 2, 0);
    await handle.read(ends, 4, 4, Math.max(0, size - 4));
    if (size < 20 || ends.readUInt16BE(0) !== 0x1f8b) throw new Error('it is not a gzip archive');
    return { packed: size, unpacked: ends.readUInt32LE(4) };
  } catch (error) {
    throw new UsageError(`--ssh-system: cannot read ${file}: ${describeReadError(error)}`);
  }
}

/** Writes the archive and the files. Standard input stays open, because its end stops the installation. */
async function send(input: Writable, archive: string, files: readonly SentFile[]): Promise<void> {
  // A host that ends early does not read everything; its exit status and messages say why.
  input.on('error', () => {});
  await pipeline(createReadStream(archive), input, { end: false }).catch(() => undefined);
  for (const { content } of files) input.write(content);
}

/** Passes on the events that `writ` prints on the host. */
async function relayEvents(output: NodeJS.ReadableStream, sinks: readonly EventSink[]): Promise<void> {
  for await (const line of createInterface({ input: output })) {
    const event = parseEvent(line);
    if (event === undefined) printMessage(line);
    else for (const sink of sinks) sink(event);
  }
}

/** Returns the exit status; undefined if a signal ended the process or it could not be started. */
async function ended(child: ReturnType<SshConnection['start']>): Promise<number | undefined> {
  try {
    const [status] = (await once(child, 'close')) as [number | null];
    return status ?? undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new UsageError('ssh is not installed');
    throw error;
  }
}
