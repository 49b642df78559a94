import { describePartition, type Disk } from '@writ/installer';
import type { Option } from '@writ/prompts';
import { isObject, valueAt, type Json, type JsonObject } from '../json.ts';
import { chosenList, listBeside, writtenList } from '../partition-list.ts';
import type { AskContext, Question, Situation } from '../question.ts';
import { chosenDisk, folderOf, imageOf, isEmptyDisk } from '../situation.ts';

const LAYOUT = ['x-writ', 'disk', 'layout'] as const;
const PARTITIONS = ['x-writ', 'disk', 'partitions'] as const;

const ALL = 'all';
const BESIDE = 'beside';
const LIST = 'list';

/** Whether to use the whole disk, the free space next to its partitions, or a list of partitions. */
export const use: Question = {
  id: 'use',
  title: 'Use of the disk',
  optional: true,
  pointers: ['/x-writ/disk/layout', '/x-writ/disk/partitions'],
  help: "all: everything on the disk will be lost, and the installation asks for confirmation. beside: all partitions remain, and the new system uses the largest free space; create that space with the other system's tools first. list: each partition to create or to keep, in the form of x-writ.disk.partitions; all others will be lost. If partitions remain, --wipe and --yes do not confirm the installation: review the plan, and type the serial number or the model of the disk, or pass the digest of the plan.",
  expected: '"all", "beside", or a list like the value of the "x-writ.disk.partitions" key',
  isAnswer: (value) => value === ALL || value === BESIDE || isList(value),
  applies: (situation) =>
    folderOf(situation) === undefined &&
    (imageOf(situation) === undefined || writtenList(situation.base) !== undefined),
  suggest: (situation) => {
    const disk = chosenDisk(situation);
    // A disk with content is not wiped for a user who presses Enter.
    return disk !== undefined && isEmptyDisk(disk, situation.facts) ? ALL : undefined;
  },
  read: (config) => writtenList(config) ?? ALL,
  async ask(context) {
    const { prompter, situation, initial } = context;
    const disk = chosenDisk(situation);
    const kind = await prompter.choose(
      use.title,
      options(disk),
      isList(initial) ? LIST : String(initial ?? ''),
    );
    return kind === LIST ? askList(context) : kind;
  },
  edits: (answer, situation) => {
    const list = answer === BESIDE ? besideOf(situation) : isList(answer) ? answer : undefined;
    return list === undefined
      ? [
          { path: PARTITIONS, value: undefined },
          // A key that states the default remains.
          ...(valueAt(situation.base, LAYOUT) === 'whole' ? [] : [{ path: LAYOUT, value: undefined }]),
        ]
      : [
          { path: LAYOUT, value: 'partitions' },
          { path: PARTITIONS, value: list },
        ];
  },
};

function isList(value: Json | undefined): value is readonly JsonObject[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isObject(item as Json));
}

/** Returns the list for the free space of the disk; an empty list, which the check rejects, without such a disk. */
function besideOf(situation: Situation): readonly JsonObject[] {
  const disk = chosenDisk(situation);
  return disk === undefined ? [] : listBeside(disk, situation);
}

function options(disk: Disk | undefined): readonly Option[] {
  const partitions = disk?.partitions ?? [];
  const canKeep =
    disk?.table === 'gpt' && partitions.length > 0 && partitions.every(({ uuid }) => uuid !== undefined);
  return [
    { value: ALL, name: 'all of it: everything on the disk will be lost' },
    ...(canKeep
      ? [
          {
            value: BESIDE,
            name: `beside the existing content: ${partitions.length === 1 ? 'the partition remains' : `all ${partitions.length} partitions remain`}`,
            description: partitions.map(describePartition).join('; '),
          },
        ]
      : []),
    { value: LIST, name: 'a list of partitions, as JSON' },
  ];
}

async function askList({ prompter, initial, validate }: AskContext): Promise<Json> {
  const written = isList(initial) ? JSON.stringify(initial) : undefined;
  const typed = await prompter.text('Partitions, like the value of x-writ.disk.partitions', {
    initial: written,
    validate: (text) => {
      const list = parseList(text);
      return list === undefined ? 'type a list such as [{"kind": "root", "size": "rest"}]' : validate(list);
    },
  });
  return parseList(typed)!;
}

function parseList(text: string): readonly JsonObject[] | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isList(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The key that contains the file system of /, and its value in the list or in the configuration. */
export interface RootFileSystem {
  readonly path: readonly (string | number)[];
  readonly written: Json | undefined;
  /** Whether the key belongs to an entry of a list of partitions. */
  readonly isListed: boolean;
}

/** Finds the key that contains the file system of /: an entry of a list takes precedence. */
export function findRootFileSystem(situation: Situation): RootFileSystem {
  const list = chosenList(situation) ?? [];
  const index = list.findIndex(({ kind }) => kind === 'root');
  const listed = list[index]?.['file-system'];
  if (listed !== undefined)
    return { path: [...PARTITIONS, index, 'file-system'], written: listed, isListed: true };
  const path = ['x-writ', 'disk', 'file-system'];
  return { path, written: valueAt(situation.base, path), isListed: false };
}
