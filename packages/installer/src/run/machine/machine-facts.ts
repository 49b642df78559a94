import { defined } from '@writ/diagnostics/internal';
import type { Facts } from '../../facts/facts.ts';
import {
  blkidArguments,
  lsblkArguments,
  parseBlkid,
  parseLsblk,
  type ProbedDevice,
} from '../../facts/probed-device.ts';
import { readFacts } from '../../facts/read-facts.ts';
import { hostEnvironment } from '../commands/command.ts';
import { runProcess, succeeded, type ProcessEnd } from '../../process/run-process.ts';
import { createRedactor } from '../../process/redact.ts';

/** Time limit in milliseconds. A failing disk can block a program that reads it. */
const PROBE_LIMIT = 15_000;

/** Reads this machine's facts without writing anything. Runs lsblk and blkid if udev is not available. */
export function machineFacts(signal?: AbortSignal): Promise<Facts> {
  return readFacts({ probe: () => probeDevices(signal) });
}

/** Lists the devices with lsblk; blkid adds content that lsblk does not report. */
async function probeDevices(signal: AbortSignal | undefined): Promise<Map<string, ProbedDevice>> {
  const listed = parseLsblk((await runProbe(lsblkArguments, signal)).stdout);
  const entries = [...listed].map(async ([path, known]): Promise<[string, ProbedDevice]> => {
    if ((known.fileSystem ?? known.table) !== undefined) return [path, known];
    const end = await runProbe(blkidArguments(path), signal);
    // blkid exits with 2 for an empty device and for an unreadable one, but prints a message only for the
    // unreadable one.
    const read = succeeded(end) || (end.status === 2 && end.tail.length === 0);
    return [path, read ? { ...known, ...parseBlkid(end.stdout) } : known];
  });
  return new Map(await Promise.all(entries));
}

function runProbe(argv: readonly string[], signal: AbortSignal | undefined): Promise<ProcessEnd> {
  return runProcess({
    argv,
    environment: hostEnvironment({}, false),
    limit: PROBE_LIMIT,
    redactor: createRedactor([]),
    capture: true,
    ...defined({ signal }),
  });
}
