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

/** A drive that the configuration names, and where it does. */
interface NamedDisk {
  readonly disk: Disk;
  readonly pointer: string;
}

/**
 * What a checked configuration asks of a machine that the machine does not have: firmware, and the drives that
 * are named. Sizes are judged only when nothing is wrong with the configuration itself.
 *
 * @param facts what `writ facts` wrote, or `here` for this machine
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

/** With pointers into the configuration wherever a finding is about a key of it. */
function checkSettings({ requested, settings }: CheckResult, machine: Facts): Diagnostic[] {
  const findings: Diagnostic[] = [];
  const disks: NamedDisk[] = [];
  for (const { item: name, pointer } of requested.drives) {
    // An image is started elsewhere.
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
    const words = { pointer: second.pointer, hint: 'name two different disks, or name this one once' };
    findings.push(refusal('target-twice', `both drives are the same disk, ${first.disk.path}`, words));
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
  // What is done about the rest is for the plan to say.
  const errors = fit.filter(({ severity }) => severity === 'error');
  return [...findings, ...errors.map((found) => withDrivePointer(found, disks))];
}

/** What is said of a disk stands where the disk is named. */
function withDrivePointer(found: Diagnostic, disks: readonly NamedDisk[]): Diagnostic {
  if (found.pointer !== undefined) return found;
  const about = disks.find(({ disk }) => found.message.includes(disk.path));
  return about === undefined ? found : { ...found, pointer: about.pointer };
}
