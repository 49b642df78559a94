import { compareByLocation, type Diagnostic, type SourceText } from '@writ/diagnostics';
import type { CheckResult } from '../../config/check.ts';
import type { Disk, Facts } from '../../facts/facts.ts';
import { parseFacts } from '../../facts/parse-facts.ts';
import { checkFit, checkBootLoader } from '../../plan/check-fit.ts';
import { refusal } from '../../finding-codes.ts';
import { checkDevice } from '../../target/check-device.ts';
import { namesDevice, resolveDevice } from '../../target/resolve-device.ts';
import { machineFacts } from './machine-facts.ts';
import type { NamedText } from '../request.ts';

/** A configured drive, and the pointer to its name. */
interface NamedDisk {
  readonly disk: Disk;
  readonly pointer: string;
}

/**
 * Checks a configuration against the firmware and the drives of a machine. Sizes are checked only if the
 * configuration itself has no errors.
 *
 * @param facts output of `writ facts`, or `here` for this machine
 */
export async function checkOnMachine(
  checked: CheckResult,
  facts: NamedText | 'here',
): Promise<{ readonly findings: readonly Diagnostic[]; readonly sources: readonly SourceText[] }> {
  const recorded = facts === 'here' ? undefined : parseFacts(facts.file, facts.text);
  const sources = recorded === undefined ? [] : [recorded.source];
  const machine = recorded === undefined ? await machineFacts() : recorded.facts;
  const findings =
    machine === undefined ? (recorded?.findings ?? []) : checkSettings(checked, machine).map(checked.locate);
  return { findings: findings.toSorted(compareByLocation), sources };
}

/**
 * Checks the drives and the boot loader and, if there are complete settings, whether they suit the machine. A finding
 * about a key has the pointer of the key.
 */
function checkSettings({ requested, settings }: CheckResult, machine: Facts): Diagnostic[] {
  const findings: Diagnostic[] = [];
  const disks: NamedDisk[] = [];
  for (const { item: name, pointer } of requested.drives) {
    // An image boots on another machine.
    if (!namesDevice(name)) continue;
    const disk = resolveDevice(name, machine);
    if ('severity' in disk) findings.push({ ...disk, pointer });
    else {
      findings.push(...checkDevice(disk, machine).map((found) => ({ ...found, pointer })));
      disks.push({ disk, pointer });
    }
  }
  const [first, second] = disks;
  if (first !== undefined && first.disk.path === second?.disk.path) {
    const details = {
      pointer: second.pointer,
      hint: 'specify two different disks, or specify this one only once',
    };
    findings.push(refusal('target-twice', `both drives are the same disk, ${first.disk.path}`, details));
  }
  if (first === undefined || settings === undefined) {
    const { bootloader, uki } = requested;
    const loader = bootloader === undefined ? [] : checkBootLoader({ bootloader, uki }, machine.firmware, {});
    return [...findings, ...loader];
  }
  const fit = checkFit(
    settings,
    {
      target: { kind: 'device', disk: first.disk },
      ...(second === undefined ? {} : { second: { kind: 'device', disk: second.disk } }),
      machine,
      losses: [],
    },
    {},
  );
  // The plan reports warnings and notes.
  const errors = fit.filter(({ severity }) => severity === 'error');
  return [...findings, ...errors.map((found) => withDrivePointer(found, disks))];
}

/** Adds the pointer of the drive that the message names, unless the finding has a pointer. */
function withDrivePointer(found: Diagnostic, disks: readonly NamedDisk[]): Diagnostic {
  if (found.pointer !== undefined) return found;
  const about = disks.find(({ disk }) => found.message.includes(disk.path));
  return about === undefined ? found : { ...found, pointer: about.pointer };
}
