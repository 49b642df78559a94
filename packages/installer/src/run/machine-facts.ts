import type { Facts } from '../facts/facts.ts';
import { lsblkArguments, parseLsblk, type Probed } from '../facts/probed.ts';
import { readFacts } from '../facts/read-facts.ts';
import { hostEnvironment } from './command.ts';
import { runProcess } from './process.ts';
import { redactor } from './redact.ts';

/** Milliseconds; a failing disk can keep a program that reads it waiting. */
const PROBE_LIMIT = 15_000;

/** Facts of this machine. Writes nothing; starts lsblk when there is no udev to ask. */
export function machineFacts(signal?: AbortSignal): Promise<Facts> {
  return readFacts({ probe: () => probe(signal) });
}

async function probe(signal: AbortSignal | undefined): Promise<Map<string, Probed>> {
  const { stdout } = await runProcess({
    argv: lsblkArguments,
    environment: hostEnvironment({}, false),
    limit: PROBE_LIMIT,
    redactor: redactor([]),
    capture: true,
    ...(signal === undefined ? {} : { signal }),
  });
  return parseLsblk(stdout);
}
