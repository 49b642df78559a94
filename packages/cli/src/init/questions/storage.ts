import { secretNameOf, valueAt, type Json } from '../json.ts';
import type { Option } from '../prompter.ts';
import { choiceQuestion, type Question, type Situation } from '../question.ts';
import { imageOf } from '../situation.ts';

const FILE_SYSTEM = 'x-writ.disk.file-system';
const SNAPSHOTS = 'x-writ.disk.btrfs.snapshots';
const PASSPHRASE = ['x-writ', 'disk', 'luks', '!passphrase'] as const;

const fileSystems: readonly Option[] = [
  { value: 'ext4', name: 'ext4' },
  { value: 'btrfs', name: 'btrfs with subvolumes' },
  { value: 'xfs', name: 'XFS' },
];

/** The file system of the root partition. */
export const fileSystem: Question = {
  ...choiceQuestion({
    id: 'file-system',
    title: 'File system',
    path: ['x-writ', 'disk', 'file-system'],
    suggest: () => 'ext4',
    options: (situation) => knownFileSystems(situation),
  }),
  optional: true,
  applies: (situation) => knownFileSystems(situation).length > 1,
  read: (config) => valueAt(config, ['x-writ', 'disk', 'file-system']) ?? 'ext4',
  edits: (answer, { schemaValues }) => [
    { path: ['x-writ', 'disk', 'file-system'], value: answer === 'ext4' ? undefined : answer },
    ...(answer === 'btrfs' ? [] : [{ path: ['x-writ', 'disk', 'btrfs'], value: undefined }]),
    ...(answer === 'btrfs' && schemaValues(SNAPSHOTS) !== undefined
      ? [{ path: ['x-writ', 'disk', 'btrfs', 'snapshots'], value: 'snapper' }]
      : []),
  ],
};

function knownFileSystems({ schemaValues }: Situation): readonly Option[] {
  const known = schemaValues(FILE_SYSTEM) ?? [];
  return fileSystems.filter(({ value }) => value === 'ext4' || known.includes(JSON.stringify(value)));
}

/** Whether the disk is encrypted, with its passphrase. */
export const encrypt: Question = {
  id: 'encrypt',
  title: 'Encrypt the disk',
  optional: true,
  pointers: ['/x-writ/disk/luks'],
  expected: 'false, or {"passphrase": {"$secret": NAME}}',
  isAnswer: (value) => value === false || secretNameOf(valueAt(value, ['passphrase'])) !== undefined,
  applies: ({ schemaValues }) => schemaValues(PASSPHRASE.join('.')) !== undefined,
  suggest: (situation) =>
    situation.facts.hardware?.battery === true && imageOf(situation) === undefined ? undefined : false,
  read: (config) => {
    const passphrase = valueAt(config, PASSPHRASE);
    return passphrase === undefined ? false : { passphrase };
  },
  async ask({ prompter, situation, secrets, initial }) {
    const isSuggested =
      initial === undefined ? situation.facts.hardware?.battery === true : initial !== false;
    if (!(await prompter.confirm(encrypt.title, isSuggested))) return false;
    const name = secretNameOf(valueAt(initial, ['passphrase'])) ?? 'passphrase';
    const passphrase = await prompter.secret('Passphrase', (secret) =>
      secret.reveal().length < MINIMUM_LENGTH ? `use at least ${MINIMUM_LENGTH} characters` : undefined,
    );
    secrets.set(name, passphrase);
    return { passphrase: { $secret: name } };
  },
  edits: (answer) => [
    answer === false
      ? { path: ['x-writ', 'disk', 'luks'], value: undefined }
      : { path: PASSPHRASE, value: valueAt(answer, ['passphrase']) },
  ],
};

/** Minimum number of characters in a passphrase. */
const MINIMUM_LENGTH = 8;

const swapNames: Readonly<Record<string, string>> = {
  zram: 'compressed memory (zram)',
  file: 'a swap file',
  none: 'no swap space',
};

/** The swap space. */
export const swap: Question = {
  ...choiceQuestion({
    id: 'swap',
    title: 'Swap space',
    path: ['x-writ', 'swap', 'kind'],
    suggest: () => 'zram',
    options: ({ schemaValues }) =>
      Object.entries(swapNames).flatMap(([value, name]) =>
        schemaValues('x-writ.swap.kind')?.includes(JSON.stringify(value)) === true ? [{ value, name }] : [],
      ),
  }),
  pointers: ['/x-writ/swap'],
  read: (config): Json => valueAt(config, ['x-writ', 'swap', 'kind']) ?? 'none',
  edits: (answer) => [
    answer === 'none'
      ? { path: ['x-writ', 'swap'], value: undefined }
      : { path: ['x-writ', 'swap', 'kind'], value: answer },
  ],
};
