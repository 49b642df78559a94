import { isDeepStrictEqual } from 'node:util';
import { describePassphraseFault } from '@writ/installer/internal';
import { isObject, secretNameOf, valueAt, type Json, type JsonObject } from '../json.ts';
import type { Option } from '@writ/prompts';
import { chosenList, writtenList } from '../partition-list.ts';
import type { Edit, Question, Situation } from '../question.ts';
import { folderOf, imageOf } from '../situation.ts';
import { findRootFileSystem } from './disk-use.ts';

const PASSPHRASE = ['x-writ', 'disk', 'luks', '!passphrase'] as const;

const BTRFS = ['x-writ', 'disk', 'btrfs'] as const;

/** False for a prepared folder, whose file systems exist. */
function createsFileSystems(situation: Situation): boolean {
  return folderOf(situation) === undefined;
}

/** The file systems, each with its answer. */
const fileSystems: readonly (Option & { readonly answer: Json })[] = [
  { value: 'ext4', name: 'ext4', answer: 'ext4' },
  ...(['snapper', 'timeshift'] as const).map((snapshots) => ({
    value: `btrfs ${snapshots}`,
    name: `btrfs with subvolumes, and snapshots by ${snapshots === 'snapper' ? 'Snapper' : 'Timeshift'}`,
    answer: { kind: 'btrfs', snapshots },
  })),
  { value: 'btrfs', name: 'btrfs with subvolumes', answer: 'btrfs' },
  { value: 'xfs', name: 'XFS', answer: 'xfs' },
  { value: 'f2fs', name: 'F2FS, for flash storage (only on disks)', answer: 'f2fs' },
];

/** The file system of / and /home, and the program that takes snapshots of btrfs. */
export const fileSystem: Question = {
  id: 'file-system',
  title: 'File system',
  optional: true,
  pointers: ['/x-writ/disk/file-system', '/x-writ/disk/btrfs'],
  help: 'The file system of / and /home. Snapshots of btrfs contain the system without /home: Snapper takes them every hour and around each transaction of the package manager, Timeshift at each boot, every day and every week.',
  expected: '"ext4", "btrfs", "xfs", "f2fs", or {"kind": "btrfs", "snapshots": "snapper" or "timeshift"}',
  isAnswer: (value) =>
    isObject(value)
      ? Object.keys(value).every((key) => key === 'kind' || key === 'snapshots') && value['kind'] === 'btrfs'
      : fileSystems.some(({ answer }) => answer === value),
  applies: createsFileSystems,
  suggest: () => 'ext4',
  read: (config) => {
    const root = writtenList(config)?.find(({ kind }) => kind === 'root');
    const kind = root?.['file-system'] ?? valueAt(config, ['x-writ', 'disk', 'file-system']) ?? 'ext4';
    const snapshots = valueAt(config, [...BTRFS, 'snapshots']) ?? 'none';
    return kind === 'btrfs' && snapshots !== 'none' ? { kind, snapshots } : kind;
  },
  async ask({ prompter, initial }) {
    const before = fileSystems.find(({ answer }) => isDeepStrictEqual(answer, initial));
    const value = await prompter.choose(fileSystem.title, fileSystems, before?.value);
    return fileSystems.find((one) => one.value === value)!.answer;
  },
  edits: (answer, situation) => {
    const { kind, snapshots } = isObject(answer) ? answer : { kind: answer, snapshots: undefined };
    const { path, written, isListed } = findRootFileSystem(situation);
    const isDefault = kind === 'ext4' && !isListed && written !== 'ext4';
    return [
      { path, value: isDefault ? undefined : kind },
      ...(kind !== 'btrfs'
        ? [{ path: BTRFS, value: undefined }]
        : snapshots === undefined && valueAt(situation.base, [...BTRFS, 'snapshots']) === 'none'
          ? []
          : [{ path: [...BTRFS, 'snapshots'], value: snapshots }]),
    ];
  },
};

/** Whether to encrypt the disk, and the passphrase. */
export const encrypt: Question = {
  id: 'encrypt',
  title: 'Encrypt the disk',
  optional: true,
  pointers: ['/x-writ/disk/luks'],
  expected: 'false, or {"passphrase": {"$secret": NAME}}',
  isAnswer: (value) => value === false || secretNameOf(valueAt(value, ['passphrase'])) !== undefined,
  applies: createsFileSystems,
  suggest: (situation) =>
    situation.facts.hardware?.battery === true && imageOf(situation) === undefined ? undefined : false,
  read: (config) => {
    const passphrase = valueAt(config, PASSPHRASE);
    if (passphrase === undefined) return false;
    // A passphrase in the file itself remains there and is not read.
    return secretNameOf(passphrase) === undefined ? true : { passphrase };
  },
  async ask({ prompter, situation, secrets, initial }) {
    const isSuggested =
      initial === undefined ? situation.facts.hardware?.battery === true : initial !== false;
    if (!(await prompter.confirm(encrypt.title, isSuggested))) return false;
    const hasPassphrase = valueAt(situation.base, PASSPHRASE) !== undefined;
    if (hasPassphrase && !(await prompter.confirm('Change the passphrase', false)))
      return encrypt.read(situation.base) ?? true;
    const name = secretNameOf(valueAt(initial, ['passphrase'])) ?? 'passphrase';
    const passphrase = await prompter.secret(
      'Passphrase',
      (secret) => describePassphraseFault(secret.reveal())?.message,
    );
    secrets.set(name, passphrase);
    return { passphrase: { $secret: name } };
  },
  edits: (answer, situation) => [
    ...(answer === false
      ? [{ path: ['x-writ', 'disk', 'luks'], value: undefined }]
      : answer === true
        ? []
        : [{ path: PASSPHRASE, value: valueAt(answer, ['passphrase']) }]),
    ...listEdits(answer !== false, situation),
  ],
};

/**
 * Returns the changes to a list of partitions, each of which states whether it is encrypted with the passphrase. If no
 * entry does, the partition for / is encrypted.
 */
function listEdits(isEncrypted: boolean, situation: Situation): readonly Edit[] {
  const list = chosenList(situation) ?? [];
  const encrypted = list.flatMap(({ luks, kind }, index) =>
    luks === true && kind !== 'swap' ? [index] : [],
  );
  const at = (index: number): Edit['path'] => ['x-writ', 'disk', 'partitions', index, 'luks'];
  if (!isEncrypted) return encrypted.map((index) => ({ path: at(index), value: undefined }));
  const root = list.findIndex(({ kind }) => kind === 'root');
  return encrypted.length > 0 || root === -1 ? [] : [{ path: at(root), value: true }];
}

const SWAP = ['x-writ', 'swap'] as const;

const swapKinds: readonly Option[] = [
  { value: 'zram', name: 'compressed memory (zram)' },
  { value: 'file', name: 'a swap file' },
  { value: 'partition', name: 'a swap partition' },
  { value: 'none', name: 'no swap space' },
];

/** The swap space, with the size of a file or partition. */
export const swap: Question = {
  id: 'swap',
  title: 'Swap space',
  pointers: ['/x-writ/swap'],
  expected: '"zram", "none", or an object like the value of the "x-writ.swap" key',
  isAnswer: (value) =>
    isObject(value)
      ? Object.keys(value).every((key) => key === 'kind' || key === 'size')
      : value === 'zram' || value === 'none',
  applies: () => true,
  suggest: () => 'zram',
  read: (config) => {
    const { kind = 'none', size } = swapOf(config);
    return size === undefined ? kind : { kind, size };
  },
  async ask({ prompter, situation, initial = 'none', validate }) {
    const before = isObject(initial) ? initial : { kind: initial };
    const isListed = chosenList(situation) !== undefined || situation.answers.get('use') === 'beside';
    const kinds = swapKinds.filter(
      ({ value }) =>
        !(isListed && value === 'partition') &&
        (createsFileSystems(situation) || value === 'zram' || value === 'none'),
    );
    const kind = await prompter.choose(swap.title, kinds, String(before['kind']));
    if (kind === 'none') return kind;
    if (kind === 'zram') return before['kind'] === kind ? initial : kind;
    const size = await prompter.text('Size of the swap space', {
      initial: String(before['size'] ?? suggestSwapSize(situation)),
      validate: (typed) => validate({ kind, size: typed }),
    });
    return { kind, size };
  },
  edits: (answer, { base }) => {
    if (answer === 'none') return isNone(base) ? [] : [{ path: SWAP, value: undefined }];
    const { kind, size } = isObject(answer) ? answer : { kind: answer };
    return [
      { path: [...SWAP, 'kind'], value: kind },
      { path: [...SWAP, 'size'], value: size },
    ];
  },
};

/** Whether the configuration states that there is no swap space. */
function isNone(config: JsonObject): boolean {
  return swapOf(config)['kind'] === 'none';
}

function swapOf(config: JsonObject): JsonObject {
  const written = valueAt(config, SWAP);
  return isObject(written) ? written : {};
}

const GIB = 1024 ** 3;
/** The largest size to suggest, in gibibytes. */
const MOST_SWAP = 8;

/** Suggests the size of the memory, at most 8 GiB, or 1 GiB in an image. */
function suggestSwapSize(situation: Situation): string {
  const memory = imageOf(situation) === undefined ? Math.ceil(situation.facts.memory / GIB) : 1;
  return `${Math.min(Math.max(memory, 1), MOST_SWAP)}GiB`;
}
