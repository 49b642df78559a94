import { temporaryArrayName } from '../../facts/temporary-names.ts';
import type { Check, Command, Operation } from '../operation.ts';
import type { Layout, RaidArray } from '../plan.ts';
import { defineOperation, hostCommand, splitWords } from './define-operation.ts';
import { treeFile, treeLink, writeFiles } from './tree-files.ts';

/** An array of a plan, with the paths of its members. */
export interface PlannedArray {
  readonly raid: RaidArray;
  readonly members: readonly string[];
}

/**
 * The units that start an array without a missing drive after half a minute, as paths in a package. The initramfs hook
 * mdadm_udev includes the rules that require these units, but not the units.
 */
export const degradedStart: readonly string[] = ['service', 'timer'].map(
  (kind) => `usr/lib/systemd/system/mdadm-last-resort@.${kind}`,
);

/**
 * Lists the arrays of a layout.
 *
 * @param members returns the paths of the partitions with a number, on both drives
 */
export function listArrays(
  { partitions }: Layout,
  members: (number: number) => readonly string[],
): PlannedArray[] {
  return partitions.flatMap(({ number, raid }) =>
    raid === undefined ? [] : [{ raid, members: members(number) }],
  );
}

/** Returns the path of an array during the installation. */
export function arrayPath({ id }: RaidArray): string {
  return `/dev/md/${temporaryArrayName(id)}`;
}

/**
 * Stops an array that an interrupted attempt left, and creates it again.
 *
 * Arguments: the array, and the arguments of mdadm.
 */
const CREATE = 'if [ -e "$1" ]; then mdadm --stop --quiet "$1"; fi; shift; mdadm "$@"';

/**
 * Assembles an array unless it is already assembled.
 *
 * Arguments: the array, its UUID, and its members.
 */
const ASSEMBLE = String.raw`
array=$1 uuid=$2
shift 2
if [ ! -e "$array" ]; then mdadm --assemble --quiet --uuid="$uuid" "$array" "$@"; fi
`.trim();

/** Checks that all members of an array are working. */
function checkArray(raid: RaidArray): Check {
  return { kind: 'command', command: hostCommand('mdadm', '--detail', '--test', arrayPath(raid)) };
}

/**
 * Returns the operations that create the arrays, and assemble them again in a resumed run. The installation does not
 * wait until the second member has the content of the first, which the new system continues to copy.
 */
export function createArrays(arrays: readonly PlannedArray[]): Operation[] {
  if (arrays.length === 0) return [];
  const names = arrays.map(({ raid }) => raid.name).join(', ');
  return [
    ...arrays.map(({ raid, members }) => {
      const { id, name, metadata } = raid;
      const path = arrayPath(raid);
      return defineOperation({
        id: `array-${name}`,
        title: `Create the RAID 1 array ${name}`,
        stage: 'disk',
        weight: 10,
        limit: 120,
        holds: 'locked',
        commands: [
          hostCommand(
            'sh',
            '-euc',
            CREATE,
            'sh',
            path,
            '--create',
            path,
            ...createOptions(name),
            `--metadata=${metadata}`,
            `--uuid=${id}`,
            ...members,
          ),
        ],
        verify: [checkArray(raid)],
      });
    }),
    defineOperation({
      id: 'assemble',
      title: `Assemble the arrays ${names}`,
      stage: 'disk',
      limit: 120,
      holds: 'locked',
      everyRun: true,
      commands: arrays.map(assembleArray),
      verify: arrays.map(({ raid }) => checkArray(raid)),
    }),
  ];
}

/** Any machine may assemble the array under its name. */
function createOptions(name: string): string[] {
  return splitWords(
    `--quiet --run --level=1 --raid-devices=2 --bitmap=internal --homehost=any --name=${name}`,
  );
}

/** Returns the command that assembles an array. */
export function assembleArray({ raid, members }: PlannedArray): Command {
  return hostCommand('sh', '-euc', ASSEMBLE, 'sh', arrayPath(raid), raid.id, ...members);
}

/**
 * Returns the operation that writes mdadm's configuration, from which the initramfs assembles the arrays; an empty list
 * without arrays. mdadm's monitor refuses to start without an address.
 *
 * @param hasRandomSeed true for a boot loader that writes a random seed to the EFI system partition
 */
export function configureArrays({ partitions }: Layout, hasRandomSeed: boolean): Operation[] {
  const arrays = partitions.flatMap(({ raid }) => raid ?? []);
  if (arrays.length === 0) return [];
  const rows = arrays.map(
    ({ id, name, metadata }) => `ARRAY /dev/md/${name} metadata=${metadata} UUID=${arrayUuid(id)}\n`,
  );
  return [
    writeFiles(
      { id: 'arrays', title: 'Write /etc/mdadm.conf', stage: 'system' },
      treeFile('/etc/mdadm.conf', `MAILADDR root\n${rows.join('')}`),
      // The boot loader would write the seed to one member of the array only.
      ...(hasRandomSeed
        ? [treeLink('/etc/systemd/system/systemd-boot-random-seed.service', '/dev/null')]
        : []),
    ),
  ];
}

/** Converts a UUID to mdadm's notation: four groups of eight digits. */
function arrayUuid(id: string): string {
  return (id.replaceAll('-', '').match(/.{8}/g) ?? []).join(':');
}

/** Returns the link that udev creates for an assembled array. */
export function arrayLink({ id }: RaidArray): string {
  return `/dev/disk/by-id/md-uuid-${arrayUuid(id)}`;
}
