import type { Diagnostic } from '@writ/diagnostics';
import { defined } from '@writ/diagnostics/internal';
import type { Facts } from '../facts/facts.ts';
import { observeTarget, type TargetFacts } from '../facts/target.ts';
import { identityOf, type ChosenTarget } from '../facts/chosen-target.ts';
import type { Loss } from '../facts/loss.ts';
import { refusal } from '../finding-codes.ts';
import { checkDevice, lossOfDevice } from './check-device.ts';
import { refuseOtherTarget, type CheckedFolder } from './check-folder.ts';
import { checkImage, describeImageLoss } from './check-image.ts';
import { namesDevice, resolveDevice } from './resolve-device.ts';

/** The targets of an installation, and the findings that prevent writing to them. */
export interface TargetChoice {
  readonly targets: readonly ChosenTarget[];
  readonly losses: readonly Loss[];
  readonly findings: readonly Diagnostic[];
  /** The facts of the machine. Present if a target names a disk, even if there is no such disk. */
  readonly machine?: Facts;
}

interface CheckedTarget {
  readonly target?: ChosenTarget;
  readonly loss?: Loss;
  readonly findings: readonly Diagnostic[];
}

export interface ChoiceOptions {
  readonly wipe: boolean;
  /** Reads the facts of the machine. Called at most once, and only for disks. */
  readonly facts: () => Promise<Facts>;
  /** Reads the state of a target that is named by a file path (default: `observeTarget`). */
  readonly observe?: (name: string) => Promise<TargetFacts>;
  /** Present if the configuration has the layout `mounted`: checks the folder that is the target. */
  readonly checkFolder?: (name: string, facts: Facts) => Promise<CheckedFolder>;
}

/**
 * Resolves and checks the targets.
 *
 * @param names one or two names; the second drive is for /home or for RAID
 */
export async function chooseTargets(
  names: readonly string[],
  { wipe, facts, observe = observeTarget, checkFolder }: ChoiceOptions,
): Promise<TargetChoice> {
  if (checkFolder !== undefined) return chooseFolder(names, { facts, observe, checkFolder });
  let machine: Facts | undefined;
  const found: CheckedTarget[] = [];
  for (const [index, name] of names.entries()) {
    const pointer = drivePointer(index);
    const image = namesDevice(name) ? undefined : await observe(name);
    if (image !== undefined && image.kind !== 'block-device') {
      found.push({
        target: { kind: 'image', path: image.path },
        loss: { target: image.path, description: describeImageLoss(image) },
        findings: checkImage(image, { wipe }).map((finding) => ({ ...finding, pointer })),
      });
      continue;
    }
    machine ??= await facts();
    const device = chooseDevice(image?.path ?? name, machine);
    found.push({ ...device, findings: device.findings.map((finding) => ({ ...finding, pointer })) });
  }
  const targets = found.flatMap(({ target }) => target ?? []);
  return {
    targets,
    losses: found.flatMap(({ loss }, index) => (loss === undefined ? [] : lossOfDrive(loss, index))),
    findings: [...found.flatMap(({ findings }) => findings), ...checkPair(targets)],
    ...defined({ machine }),
  };
}

/** Resolves and checks the folder of the layout `mounted`. */
async function chooseFolder(
  [name = '', ...others]: readonly string[],
  { facts, observe, checkFolder }: Required<Pick<ChoiceOptions, 'facts' | 'observe' | 'checkFolder'>>,
): Promise<TargetChoice> {
  const refuse = (what: string): TargetChoice => ({
    targets: [],
    losses: [],
    findings: [refuseOtherTarget(what)],
  });
  if (others.length > 0) return refuse('two targets were passed');
  if (namesDevice(name)) return refuse(`${name} names a disk`);
  const { kind } = await observe(name);
  if (kind !== 'folder') return refuse(`${name} is not a folder`);
  const machine = await facts();
  const { target, loss, findings } = await checkFolder(name, machine);
  return {
    targets: target === undefined ? [] : [target],
    losses: loss === undefined ? [] : [loss],
    findings,
    machine,
  };
}

/** Returns the pointer of a drive in the configuration; ignored for targets from the command line. */
export function drivePointer(index: number): string {
  return `/harddrives/${index}`;
}

function chooseDevice(name: string, machine: Facts): CheckedTarget {
  const disk = resolveDevice(name, machine);
  if ('severity' in disk) return { findings: [disk] };
  return {
    target: { kind: 'device', disk },
    loss: lossOfDevice(disk, machine),
    findings: checkDevice(disk, machine),
  };
}

function lossOfDrive(loss: Loss, index: number): Loss {
  return index === 0 ? loss : { ...loss, description: `Second drive: ${loss.description}` };
}

function checkPair([first, second]: readonly ChosenTarget[]): Diagnostic[] {
  if (first === undefined || second === undefined) return [];
  if (first.kind !== second.kind) {
    return [
      refusal('targets-mixed', 'one target is an image and the other a disk', {
        pointer: drivePointer(1),
        expected: 'two images, or two disks',
      }),
    ];
  }
  const same =
    first.kind === 'device' && second.kind === 'device'
      ? first.disk.path === second.disk.path
      : identityOf(first) === identityOf(second);
  if (!same) return [];
  const name = first.kind === 'device' ? first.disk.path : first.path;
  return [
    refusal('target-twice', `both targets are ${name}`, {
      pointer: drivePointer(1),
      hint: 'specify two different targets, or specify this one only once',
    }),
  ];
}
