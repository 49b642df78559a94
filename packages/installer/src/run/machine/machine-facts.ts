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

/** Milliseconds; a failing disk can keep a program that reads it waiting. */
const PROBE_LIMIT = 15_000;

/** Facts of this machine. Writes nothing; starts lsblk and blkid when there is no udev to ask. */
export function machineFacts(signal?: AbortSignal): Promise<Facts> {
  return readFacts({ probe: () => probeDevices(signal) });
}

/** What lsblk knows of each device, and what is on those of which it knows nothing. */
async function probeDevices(signal: AbortSignal | undefined): Promise<Map<string, ProbedDevice>> {
  const listed = parseLsblk((await runProbe(lsblkArguments, signal)).stdout);
  const entries = [...listed].map(async ([path, known]): Promise<[string, ProbedDevice]> => {
    if ((known.fileSystem ?? known.table) !== undefined) return [path, known];
    const end = await runProbe(blkidArguments(path), signal);
    // It ends with 2 for what is blank, and for what it cannot read: then it says so.
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
